import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import { causeOf } from './account.ts';
import type { Account, OpenHold } from './account.ts';
import { givenBack } from './given-back.ts';
import type { Move, Step } from './move.ts';

export interface SettleHoldInput {
  readonly organizationId: string;
  readonly runId: string;
  /** What the run cost; more than was held is not charged. */
  readonly costCents: number;
}

/**
 * Charges what a run cost from its hold and gives the rest back; a run that was charged before changes nothing.
 * NOT_FOUND when there never was a hold, FAILED_PRECONDITION when it was released.
 */
export function settleHold(
  { clock, moves }: Pick<Deps, 'clock' | 'moves'>,
  input: SettleHoldInput,
): Promise<Account> {
  const { organizationId, runId } = input;
  const charge = causeOf('charge', runId);
  const release = causeOf('release', runId);
  return moves.run({
    organizationId,
    causes: [charge, release],
    decide(account, applied) {
      if (applied.has(charge)) return undefined;
      const hold = account.openHolds.find((open) => open.runId === runId);
      if (hold !== undefined)
        return settlementOf(account, hold, { costCents: input.costCents, now: clock.now() });
      if (applied.has(release)) {
        throw new DomainError(
          'FAILED_PRECONDITION',
          'HOLD_ENDED',
          'the hold was released before the run completed',
        );
      }
      throw notFound('hold');
    },
  });
}

function settlementOf(
  account: Account,
  hold: OpenHold,
  { costCents, now }: { readonly costCents: number; readonly now: Date },
): Move {
  const { runId, amountCents, userId } = hold;
  const chargedCents = Math.min(costCents, amountCents);
  const restCents = amountCents - chargedCents;
  const stepOf = (type: 'charge' | 'release', cents: number): Step => {
    return { type, cause: causeOf(type, runId), amountCents: cents, runId, userId };
  };
  return {
    steps: [stepOf('charge', chargedCents), ...(restCents > 0 ? [stepOf('release', restCents)] : [])],
    closes: runId,
    sets: givenBack(account, hold, { cents: restCents, now }),
  };
}
