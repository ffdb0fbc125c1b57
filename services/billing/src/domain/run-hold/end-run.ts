import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { readHoldId } from '../hold/hold.ts';
import { holdEnded } from '../hold/reserve-money.ts';
import { chargeHold, releaseFromHold, returnSpending } from '../job-hold/held-parts.ts';
import { exceedsHold } from '../job-hold/job-posting.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import type { NewEntry } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import { refundAnswers } from './refund-answers.ts';
import type { RunEnd } from './run-end.ts';
import { findUnneededCents } from './run-hold.ts';
import { postForRun } from './run-posting.ts';
import type { RunHoldRef, RunState } from './run-posting.ts';

export interface EndRunInput extends RunHoldRef, RunEnd {
  /** The price of the machine stages. 0 unless the run completed. */
  readonly costCents: number;
}

/**
 * Notes the end of a run whose hold is charged in parts, once: charges its machine stages, refunds the answers of a failed run, and
 * releases what no answer under way needs when all jobs have closed. FAILED_PRECONDITION with reason HOLD_EXCEEDED when less is left
 * than the run costs, HOLD_ENDED when the hold was released before the run completed.
 */
export function endRun(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  { outcome, crowdJobIds, costCents, ...ref }: EndRunInput,
): Promise<Account> {
  const holdId = readHoldId(ref);
  const end: RunEnd = { outcome, crowdJobIds };
  return postForRun(
    { postings },
    {
      ...ref,
      cause: causeOf('release', `${holdId}:end`),
      decide(account, state) {
        if (state.end?.outcome === outcome) return undefined;
        if (costCents > 0 && (state.hasEnded || state.end !== undefined)) throw holdEnded();
        if (state.end !== undefined) return undefined;
        if (costCents > state.hold.leftCents)
          throw exceedsHold(`run ${ref.runId}`, costCents, state.hold.leftCents);
        return buildEnd(account, state, { end, costCents, holdId, now: clock.now() });
      },
    },
  );
}

interface EndTerms {
  readonly end: RunEnd;
  readonly costCents: number;
  readonly holdId: string;
  readonly now: Date;
}

function buildEnd(
  { spending }: Pick<Account, 'spending'>,
  state: RunState,
  { end, costCents, holdId, now }: EndTerms,
): Posting {
  const { names, userId } = state;
  const hold = chargeHold(state.hold, costCents);
  const unneededCents = findUnneededCents({ ...state, hold, end });
  const rest = releaseFromHold(hold, unneededCents);
  const isRefunded = end.outcome === 'failed';
  const refunds = refundAnswers(state, isRefunded ? state.answers : [], state.refundableCents);
  const charge = {
    type: 'charge',
    cause: causeOf('charge', holdId),
    amountCents: costCents,
    ...names,
  } as const;
  const cause = causeOf('release', `${holdId}:end`);
  const release = { type: 'release', cause, amountCents: unneededCents, ...names, userId } as const;
  const entries: NewEntry[] = [
    ...(costCents > 0 ? [{ ...charge, userId, jobHold: hold }] : []),
    ...refunds.entries,
    { ...release, jobHold: rest.hold, runEnd: end },
  ];
  return { entries, ...returnSpending(spending, [...rest.released, ...refunds.returned], now) };
}
