import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import type { AppliedEntries, LedgerEntry } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import { emptyJobHold } from './held-parts.ts';
import type { JobHold } from './held-parts.ts';

export interface JobRef {
  readonly organizationId: string;
  readonly jobId: string;
}

/** The hold of a job when a posting is decided. */
export interface JobState {
  readonly hold: JobHold;
  /** The user who placed the newest part. Empty before the first hold. */
  readonly userId: string;
  /** True when the hold was placed at least once. */
  readonly isPlaced: boolean;
  /** True when the cause of the request was applied before. */
  readonly isRepeated: boolean;
  /** True when the whole hold was released, so that nothing can be placed or charged any more. */
  readonly hasEnded: boolean;
  /** The entries of the causes of the request that were applied. */
  readonly applied: AppliedEntries;
}

interface JobRequest extends JobRef {
  readonly cause: string;
  /** Other causes on which the decision depends. */
  readonly otherCauses?: readonly string[];
  readonly decide: (account: Account, job: JobState) => Posting | undefined;
}

/**
 * Decides and posts for the hold of a job, exactly once. The newest entry of the job tells the hold: it waits in the account or is
 * the newest of the job in the ledger. The job of a run has no hold of its own.
 */
export function postForJob(
  { postings }: Pick<Deps, 'postings'>,
  { organizationId, jobId, cause, otherCauses = [], decide }: JobRequest,
): Promise<Account> {
  const end = causeOf('release', jobId);
  return postings.run({
    organizationId,
    causes: [cause, end, ...otherCauses],
    subject: { jobId },
    decide(account, applied, entries) {
      const newest = findNewest(entries.filter(({ runId }) => runId === ''));
      return decide(account, {
        hold: newest?.jobHold ?? emptyJobHold,
        userId: newest?.userId ?? '',
        isPlaced: newest !== undefined,
        isRepeated: applied.has(cause),
        hasEnded: applied.has(end),
        applied,
      });
    },
  });
}

/** The owner is such as `job <id>`. */
export function exceedsHold(owner: string, requestedCents: number, leftCents: number): DomainError {
  const amounts = `${requestedCents.toString()} cents are more than the ${leftCents.toString()} cents`;
  return new DomainError(
    'FAILED_PRECONDITION',
    'HOLD_EXCEEDED',
    `${amounts} that are left of the hold of ${owner}.`,
    { details: { requestedCents, leftCents } },
  );
}

function findNewest(entries: readonly LedgerEntry[]): LedgerEntry | undefined {
  return entries.reduce<LedgerEntry | undefined>(
    (newest, entry) => (newest === undefined || entry.sequence > newest.sequence ? entry : newest),
    undefined,
  );
}
