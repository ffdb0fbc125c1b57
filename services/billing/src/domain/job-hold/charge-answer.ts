import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { holdEnded } from '../hold/reserve-money.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import { chargeHold } from './held-parts.ts';
import { exceedsHold, postForJob } from './job-posting.ts';
import type { JobRef } from './job-posting.ts';

export interface ChargeAnswerInput extends JobRef {
  readonly answerId: string;
  /** The price of the answer, reward and fee. */
  readonly chargeCents: number;
  /** Empty: none. */
  readonly stageSlug: string;
}

/**
 * Charges an accepted answer from the hold of its job, once. NOT_FOUND before the hold was placed, FAILED_PRECONDITION with reason
 * HOLD_EXCEEDED when less is left, HOLD_ENDED after the whole hold was released.
 */
export function chargeAnswer(
  deps: Pick<Deps, 'postings'>,
  { organizationId, jobId, answerId, chargeCents, stageSlug }: ChargeAnswerInput,
): Promise<Account> {
  const cause = causeOf('charge', answerId);
  return postForJob(deps, {
    organizationId,
    jobId,
    cause,
    decide(_account, { hold, userId, isPlaced, isRepeated, hasEnded }) {
      if (isRepeated) return undefined;
      if (hasEnded) throw holdEnded();
      if (!isPlaced) throw notFound('hold');
      if (chargeCents > hold.leftCents) throw exceedsHold(`job ${jobId}`, chargeCents, hold.leftCents);
      const stage = stageSlug === '' ? {} : { stageSlug };
      const jobHold = chargeHold(hold, chargeCents);
      const entry = { type: 'charge', cause, amountCents: chargeCents, runId: '', jobId } as const;
      return { entries: [{ ...entry, ...stage, userId, jobHold }] };
    },
  });
}
