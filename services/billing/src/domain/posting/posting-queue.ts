import { invalidField } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Account } from '../account/account.ts';
import { openAccount } from './open-account.ts';
import type { OpenAccountDeps } from './open-account.ts';
import type { AppliedEntries, LedgerEntry } from '../ledger/ledger-entry.ts';
import { accountAfter } from './posting.ts';
import type { Posting } from './posting.ts';
import { selectEntries } from './subject.ts';
import type { Subject } from './subject.ts';

export interface PostingRequest {
  readonly organizationId: string;
  /** The causes the decision depends on. */
  readonly causes: readonly string[];
  readonly subject?: Subject;
  readonly decide: Decide;
}

/**
 * What to post, given the entries of these causes, and of others, that were applied before, and every entry of the
 * subject; undefined: nothing. Throws to refuse.
 */
type Decide = (
  account: Account,
  applied: AppliedEntries,
  entries: readonly LedgerEntry[],
) => Posting | undefined;

export interface PostingQueue {
  /** Decides and posts, exactly once; resolves to the account right after it. Rejects with what `decide` threw. */
  run(request: PostingRequest): Promise<Account>;
}

export interface PostingQueueDeps extends OpenAccountDeps {
  readonly accounts: OpenAccountDeps['accounts'] & {
    apply(before: Account, after: Account): Promise<boolean>;
  };
  readonly ledger: {
    findByCauses(organizationId: string, causes: readonly string[]): Promise<readonly LedgerEntry[]>;
    listOf(organizationId: string, subject: Subject): Promise<readonly LedgerEntry[]>;
  };
  /** Told what was posted, once for each entry. */
  readonly onPosted?: (entries: readonly LedgerEntry[]) => void;
}

interface Waiting extends PostingRequest {
  readonly outcome: PromiseWithResolvers<Account>;
}

const maxBatch = 100;

/**
 * Requests for one account wait here instead of losing against each other in the database: while one write is under way
 * the next ones gather, and are decided one after the other and written together.
 */
export function createPostingQueue(deps: PostingQueueDeps): PostingQueue {
  const queues = new Map<string, Waiting[]>();

  async function work(organizationId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatch);
      await settle(deps, organizationId, batch).catch((error: unknown) => {
        for (const { outcome } of batch) outcome.reject(error);
      });
    }
    queues.delete(organizationId);
  }

  return {
    run(request) {
      const { organizationId } = request;
      if (organizationId === '') throw invalidField('organizationId', 'organizationId is missing');
      const outcome = Promise.withResolvers<Account>();
      const queue = queues.get(organizationId) ?? [];
      queue.push({ ...request, outcome });
      if (!queues.has(organizationId)) {
        queues.set(organizationId, queue);
        void work(organizationId, queue);
      }
      return outcome.promise;
    },
  };
}

/**
 * Decides on one version of the account and applies the decisions to that version alone, until nobody interferes. A cause
 * counts as applied when it waits in the account or is in the ledger. Entries reach the ledger before they leave the
 * account, so reading the account first and the ledger second misses none of the version that was read; and whatever
 * came later has changed the version. Rejects with ABORTED when other processes change the account too often.
 */
async function settle(
  deps: PostingQueueDeps,
  organizationId: string,
  batch: readonly Waiting[],
): Promise<void> {
  const causes = [...new Set(batch.flatMap((request) => request.causes))];
  const answers = await retryOnConflict(async () => {
    const before = await openAccount(deps, organizationId);
    // Causes are read last: a cause whose effect shows in the entries of a subject is then never missing.
    const recorded = await recordedEntries(deps, organizationId, batch);
    const applied = await appliedEntries(deps, before, causes);
    const decided = decideAll(before, { applied, recorded, batch, now: deps.clock.now() });
    const { after } = decided;
    if (after !== before) {
      if (!(await deps.accounts.apply(before, after))) return undefined;
      deps.onPosted?.(after.pendingEntries.slice(before.pendingEntries.length));
      deps.drainer.notify(organizationId);
    }
    return decided.answers;
  });
  for (const answer of answers) answer();
}

async function appliedEntries(
  { ledger }: PostingQueueDeps,
  { organizationId, pendingEntries }: Account,
  causes: readonly string[],
): Promise<Map<string, LedgerEntry>> {
  const recorded = causes.length === 0 ? [] : await ledger.findByCauses(organizationId, causes);
  return new Map([...pendingEntries, ...recorded].map((entry) => [entry.cause, entry]));
}

/** Reads the entries of each request's subject from the ledger, once for each subject. */
async function recordedEntries(
  { ledger }: PostingQueueDeps,
  organizationId: string,
  batch: readonly Waiting[],
): Promise<Map<Waiting, readonly LedgerEntry[]>> {
  const reads = new Map<string, Promise<readonly LedgerEntry[]>>();
  const read = (subject: Subject): Promise<readonly LedgerEntry[]> => {
    const key = JSON.stringify(subject);
    const entries = reads.get(key) ?? ledger.listOf(organizationId, subject);
    reads.set(key, entries);
    return entries;
  };
  const recorded = batch.flatMap((request) =>
    request.subject === undefined
      ? []
      : [read(request.subject).then((entries) => [request, entries] as const)],
  );
  return new Map(await Promise.all(recorded));
}

interface Decisions {
  readonly after: Account;
  /** To be given once `after` is stored: also a refusal may rest on a decision before it. */
  readonly answers: readonly (() => void)[];
}

interface DecisionInput {
  readonly applied: Map<string, LedgerEntry>;
  readonly recorded: ReadonlyMap<Waiting, readonly LedgerEntry[]>;
  readonly batch: readonly Waiting[];
  readonly now: Date;
}

function decideAll(before: Account, { applied, recorded, batch, now }: DecisionInput): Decisions {
  let account = before;
  const answers = batch.map((request) => {
    const { decide, outcome } = request;
    try {
      const posting = decide(
        account,
        applied,
        selectEntries(account, request.subject, recorded.get(request)),
      );
      if (posting !== undefined) {
        const { length } = account.pendingEntries;
        account = accountAfter(account, posting, now);
        for (const entry of account.pendingEntries.slice(length)) applied.set(entry.cause, entry);
      }
      const answered = account;
      return () => {
        outcome.resolve(answered);
      };
    } catch (error) {
      return () => {
        outcome.reject(error);
      };
    }
  });
  return { after: account, answers };
}
