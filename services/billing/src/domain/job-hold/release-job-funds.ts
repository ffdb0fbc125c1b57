import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import { releaseFromHold, returnSpending } from './held-parts.ts';
import { exceedsHold, postForJob } from './job-posting.ts';
import type { JobRef, JobState } from './job-posting.ts';

export interface ReleaseJobFundsInput extends JobRef {
  /** Unique in the job. */
  readonly releaseId: string;
  readonly amountCents: number;
}

type ReleaseDeps = Pick<Deps, 'clock' | 'postings'>;

/**
 * Releases a part of the hold of a job, once. Changes nothing after the whole hold was released. NOT_FOUND before the hold was
 * placed, FAILED_PRECONDITION with reason HOLD_EXCEEDED when less is left.
 */
export function releaseJobFunds(
  { clock, postings }: ReleaseDeps,
  { organizationId, jobId, releaseId, amountCents }: ReleaseJobFundsInput,
): Promise<Account> {
  const cause = causeOf('release', `${jobId}:${releaseId}`);
  return postForJob(
    { postings },
    {
      organizationId,
      jobId,
      cause,
      decide(account, job) {
        if (job.isRepeated || job.hasEnded) return undefined;
        if (!job.isPlaced) throw notFound('hold');
        const { leftCents } = job.hold;
        if (amountCents > leftCents) throw exceedsHold(`job ${jobId}`, amountCents, leftCents);
        return buildRelease(account, job, { cause, jobId, amountCents, now: clock.now() });
      },
    },
  );
}

/**
 * Releases the rest of the hold of a job and ends it. Changes nothing when it has ended. When it was never placed, an entry of
 * 0 cents makes a hold that arrives later fail.
 */
export function endJobHold(
  { clock, postings }: ReleaseDeps,
  { organizationId, jobId }: JobRef,
): Promise<Account> {
  const cause = causeOf('release', jobId);
  return postForJob(
    { postings },
    {
      organizationId,
      jobId,
      cause,
      decide(account, job) {
        if (job.hasEnded) return undefined;
        const amountCents = job.hold.leftCents;
        return buildRelease(account, job, { cause, jobId, amountCents, now: clock.now() });
      },
    },
  );
}

export interface ReleaseRaiseInput extends JobRef {
  readonly holdId: string;
}

/**
 * Releases one raise of the hold of a job, whole and once, because the job did not get the slots that it was for. Changes nothing after the
 * whole hold was released. When the raise was never placed, an entry of 0 cents makes it fail if it arrives later.
 */
export function releaseRaise(
  { clock, postings }: ReleaseDeps,
  { organizationId, jobId, holdId }: ReleaseRaiseInput,
): Promise<Account> {
  const placed = causeOf('hold', `${jobId}:${holdId}`);
  const cause = causeOf('release', `${jobId}:${holdId}`);
  return postForJob(
    { postings },
    {
      organizationId,
      jobId,
      cause,
      otherCauses: [placed],
      decide(account, job) {
        if (job.isRepeated || job.hasEnded) return undefined;
        const amountCents = job.applied.get(placed)?.amountCents ?? 0;
        const { leftCents } = job.hold;
        if (amountCents > leftCents) throw exceedsHold(`job ${jobId}`, amountCents, leftCents);
        return buildRelease(account, job, { cause, jobId, amountCents, now: clock.now() });
      },
    },
  );
}

interface ReleaseTerms {
  readonly cause: string;
  readonly jobId: string;
  readonly amountCents: number;
  readonly now: Date;
}

function buildRelease(
  { spending }: Pick<Account, 'spending'>,
  { hold, userId }: JobState,
  { cause, jobId, amountCents, now }: ReleaseTerms,
): Posting {
  const { hold: jobHold, released } = releaseFromHold(hold, amountCents);
  return {
    entries: [{ type: 'release', cause, amountCents, runId: '', jobId, userId, jobHold }],
    ...returnSpending(spending, released, now),
  };
}
