import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import type { Account, LedgerEntry } from './account.ts';
import { accountAfter } from './move.ts';
import type { MoveQueue, MoveRequest, Subject } from './move.ts';
import { openAccount } from './open-account.ts';

interface Waiting extends MoveRequest {
  readonly outcome: PromiseWithResolvers<Account>;
}

type QueueDeps = Pick<Deps, 'accounts' | 'clock' | 'drainer' | 'ledger' | 'welcomeCreditCents'>;

const maxBatch = 100;
const maxAttempts = 100;

/**
 * Requests for one account wait here instead of losing against each other in the database: while one write is under way
 * the next ones gather, and are decided one after the other and written together.
 */
export function createMoveQueue(deps: QueueDeps): MoveQueue {
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
 * came later has changed the version.
 */
async function settle(deps: QueueDeps, organizationId: string, batch: readonly Waiting[]): Promise<void> {
  const causes = [...new Set(batch.flatMap((request) => request.causes))];
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = await openAccount(deps, organizationId);
    const applied = await appliedCauses(deps, before, causes);
    const recorded = await recordedEntries(deps, organizationId, batch);
    const { after, answers } = decideAll(before, { applied, recorded, batch, now: deps.clock.now() });
    if (after !== before) {
      if (!(await deps.accounts.apply(before, after))) continue;
      deps.drainer.notify(organizationId);
    }
    for (const answer of answers) answer();
    return;
  }
  throw new DomainError('UNAVAILABLE', 'ACCOUNT_BUSY', 'the account is busy');
}

async function appliedCauses(
  { ledger }: QueueDeps,
  { organizationId, pendingEntries }: Account,
  causes: readonly string[],
): Promise<Set<string>> {
  const recorded = causes.length === 0 ? [] : await ledger.recordedCauses(organizationId, causes);
  return new Set([...pendingEntries.map(({ cause }) => cause), ...recorded]);
}

/** What the ledger has of each request's subject; nothing for requests that look at none. */
async function recordedEntries(
  { ledger }: QueueDeps,
  organizationId: string,
  batch: readonly Waiting[],
): Promise<Map<Waiting, readonly LedgerEntry[]>> {
  const reads = batch.flatMap((request) =>
    request.subject === undefined
      ? []
      : [ledger.listOf(organizationId, request.subject).then((entries) => [request, entries] as const)],
  );
  return new Map(await Promise.all(reads));
}

interface Decisions {
  readonly after: Account;
  /** To be given once `after` is stored: also a refusal may rest on a decision before it. */
  readonly answers: readonly (() => void)[];
}

interface DecisionInput {
  readonly applied: Set<string>;
  readonly recorded: ReadonlyMap<Waiting, readonly LedgerEntry[]>;
  readonly batch: readonly Waiting[];
  readonly now: Date;
}

function decideAll(before: Account, { applied, recorded, batch, now }: DecisionInput): Decisions {
  let account = before;
  const answers = batch.map((request) => {
    const { decide, outcome } = request;
    try {
      const move = decide(account, applied, entriesOf(account, request, recorded.get(request)));
      if (move !== undefined) account = accountAfter(account, move, now);
      for (const { cause } of move?.steps ?? []) applied.add(cause);
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

/** An entry may be in the ledger and still wait in the account. */
function entriesOf(
  { pendingEntries }: Account,
  { subject }: MoveRequest,
  recorded: readonly LedgerEntry[] = [],
): readonly LedgerEntry[] {
  if (subject === undefined) return [];
  const known = new Set(recorded.map(({ cause }) => cause));
  return [
    ...recorded,
    ...pendingEntries.filter((entry) => isAbout(entry, subject) && !known.has(entry.cause)),
  ];
}

function isAbout({ runId, payment }: LedgerEntry, subject: Subject): boolean {
  return 'runId' in subject ? runId === subject.runId : payment?.transactionId === subject.transactionId;
}
