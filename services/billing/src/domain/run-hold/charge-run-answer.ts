import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { holdEnded } from '../hold/reserve-money.ts';
import { chargeHold, returnSpending } from '../job-hold/held-parts.ts';
import type { ChargeAnswerInput } from '../job-hold/charge-answer.ts';
import { exceedsHold } from '../job-hold/job-posting.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import { refundAnswers } from './refund-answers.ts';
import { postForRun } from './run-posting.ts';
import type { RunHoldRef } from './run-posting.ts';

/**
 * Charges an accepted answer from the hold of its run, once; refunds it in the same posting when the run has failed. NOT_FOUND before the
 * hold was placed and for a hold that is not charged in parts, FAILED_PRECONDITION with reason HOLD_EXCEEDED when less is left,
 * HOLD_ENDED after the whole hold was released.
 */
export function chargeRunAnswer(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  { jobId, answerId, chargeCents, stageSlug, ...ref }: ChargeAnswerInput & RunHoldRef,
): Promise<Account> {
  const cause = causeOf('charge', answerId);
  return postForRun(
    { postings },
    {
      ...ref,
      cause,
      decide(account, state) {
        const { hold, names, userId } = state;
        if (state.isRepeated) return undefined;
        if (state.hasEnded) throw holdEnded();
        if (state.placed === undefined) throw notFound('hold');
        if (chargeCents > hold.leftCents) throw exceedsHold(`run ${ref.runId}`, chargeCents, hold.leftCents);
        const stage = stageSlug === '' ? {} : { stageSlug };
        const jobHold = chargeHold(hold, chargeCents);
        const entry = { type: 'charge', cause, amountCents: chargeCents, ...names, jobId } as const;
        const charge = { ...entry, ...stage, userId, jobHold };
        if (state.end?.outcome !== 'failed') return { entries: [charge] };
        const refund = refundAnswers(state, [charge], state.refundableCents + chargeCents);
        return {
          entries: [charge, ...refund.entries],
          ...returnSpending(account.spending, refund.returned, clock.now()),
        };
      },
    },
  );
}
