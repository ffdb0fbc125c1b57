import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { readHoldId } from '../hold/hold.ts';
import { releaseFromHold, returnSpending } from '../job-hold/held-parts.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import { findUnneededCents } from './run-hold.ts';
import { postForRun } from './run-posting.ts';
import type { RunHoldRef } from './run-posting.ts';

export interface CloseRunJobInput extends RunHoldRef {
  readonly jobId: string;
  /** Empty: none. */
  readonly stageSlug: string;
  /** The price of all accepted answers of the job. */
  readonly answersCents: number;
}

/**
 * Notes that a job of a run has closed, once, and releases what no answer under way needs when the run has ended and all of its jobs have
 * closed. NOT_FOUND before the hold was placed and for a hold that is not charged in parts.
 */
export function closeRunJob(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  { jobId, stageSlug, answersCents, ...ref }: CloseRunJobInput,
): Promise<Account> {
  const cause = causeOf('release', `${readHoldId(ref)}:${jobId}`);
  return postForRun(
    { postings },
    {
      ...ref,
      cause,
      decide({ spending }, state) {
        if (state.isRepeated || state.hasEnded) return undefined;
        if (state.placed === undefined) throw notFound('hold');
        const closedJobs = new Map([...state.closedJobs, [jobId, answersCents]]);
        const amountCents = findUnneededCents({ ...state, closedJobs });
        const { hold: jobHold, released } = releaseFromHold(state.hold, amountCents);
        const release = { type: 'release', cause, amountCents, ...state.names, jobId } as const;
        const stage = stageSlug === '' ? {} : { stageSlug };
        return {
          entries: [{ ...release, ...stage, userId: state.userId, answersCents, jobHold }],
          ...returnSpending(spending, released, clock.now()),
        };
      },
    },
  );
}
