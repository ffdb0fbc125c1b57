import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import { holdCauses, readHoldId, namesOf, openHoldOf } from './hold.ts';
import { checkOrder, holdEnded, reserveMoney } from './reserve-money.ts';
import type { MoneyOrder } from './reserve-money.ts';

export interface PlaceHoldInput extends MoneyOrder {
  readonly organizationId: string;
  readonly runId: string;
  /** The idempotency key; empty or left out: the run's id is. */
  readonly holdId?: string | undefined;
}

/**
 * Reserves money for a run; asking again reserves nothing more. FAILED_PRECONDITION with reason INSUFFICIENT_BALANCE when
 * there is too little, SPEND_LIMIT_EXCEEDED when the credential, or one it was made with, may not spend so much, HOLD_ENDED when the hold was
 * already settled or released.
 */
export function placeHold(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  input: PlaceHoldInput,
): Promise<Account> {
  checkOrder(input);
  const { organizationId } = input;
  const holdId = readHoldId(input);
  const causes = holdCauses(holdId);
  return postings.run({
    organizationId,
    causes,
    decide(account, applied) {
      if (openHoldOf(applied, holdId) !== undefined) return undefined;
      if (causes.some((cause) => applied.has(cause))) throw holdEnded();
      return holdIn(account, input, clock.now());
    },
  });
}

function holdIn(account: Account, input: PlaceHoldInput, now: Date): Posting {
  const { amountCents, userId } = input;
  const cause = causeOf('hold', readHoldId(input));
  const entry = { type: 'hold', cause, amountCents, ...namesOf(input), userId } as const;
  const { credentialIds, settings } = reserveMoney(account, input, now);
  const counted = credentialIds.length === 0 ? entry : { ...entry, credentialIds };
  return { entries: [counted], settings, mayTopUp: true };
}
