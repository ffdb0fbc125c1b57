import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import { causeOf } from './account.ts';
import type { Account } from './account.ts';
import type { Move } from './move.ts';

export interface PlaceHoldInput {
  readonly organizationId: string;
  /** Also the idempotency key. */
  readonly runId: string;
  readonly amountCents: number;
  readonly userId: string;
}

/**
 * Reserves money for a run; asking again reserves nothing more. FAILED_PRECONDITION with reason INSUFFICIENT_BALANCE when
 * there is too little, HOLD_ENDED when the hold was already settled or released.
 */
export function placeHold(
  { clock, moves }: Pick<Deps, 'clock' | 'moves'>,
  input: PlaceHoldInput,
): Promise<Account> {
  const { organizationId, runId, amountCents } = input;
  if (runId === '') throw invalidField('runId', 'runId is missing');
  if (!Number.isSafeInteger(amountCents) || amountCents < 0) {
    throw invalidField('amountCents', 'amountCents must be a whole number, at least 0');
  }
  const cause = causeOf('hold', runId);
  const causes = [cause, causeOf('release', runId), causeOf('charge', runId)];
  return moves.run({
    organizationId,
    causes,
    decide(account, applied) {
      if (account.openHolds.some((hold) => hold.runId === runId)) return undefined;
      if (causes.some((ended) => applied.has(ended))) throw holdEnded();
      if (account.availableCents < amountCents)
        throw insufficientBalance(account.availableCents, amountCents);
      return holdOf(input, cause, clock.now());
    },
  });
}

function holdOf({ runId, amountCents, userId }: PlaceHoldInput, cause: string, createdAt: Date): Move {
  return {
    steps: [{ type: 'hold', cause, amountCents, runId, userId }],
    opens: { runId, amountCents, userId, createdAt },
  };
}

function holdEnded(): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'HOLD_ENDED', 'the hold was already settled or released');
}

function insufficientBalance(balanceCents: number, requiredCents: number): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'INSUFFICIENT_BALANCE', 'the balance is too low', {
    details: { balanceCents, requiredCents },
  });
}
