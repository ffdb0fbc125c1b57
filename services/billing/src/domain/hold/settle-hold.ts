import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import type { NewEntry } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import { readHoldId, namesOf, openHoldOf, releaseSpending } from './hold.ts';
import type { Hold, HoldRef } from './hold.ts';
import { postForWholeHold } from './whole-hold-posting.ts';

export interface SettleHoldInput extends HoldRef {
  readonly organizationId: string;
  /** What the run cost; more than was held is not charged. */
  readonly costCents: number;
}

/**
 * Charges what a run cost from its hold and releases the rest; a run that was charged before changes nothing. A run that costs nothing
 * has no charge in the ledger: its hold is released. NOT_FOUND when there never was a hold, FAILED_PRECONDITION when it was released
 * and the run costs something. Resolves to undefined, and changes nothing, when the hold is charged in parts.
 */
export function settleHold(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  input: SettleHoldInput,
): Promise<Account | undefined> {
  const { organizationId } = input;
  const holdId = readHoldId(input);
  const charge = causeOf('charge', holdId);
  const release = causeOf('release', holdId);
  return postForWholeHold(
    { postings },
    {
      organizationId,
      holdId,
      decide(account, applied) {
        if (applied.has(charge) || (input.costCents === 0 && applied.has(release))) return undefined;
        const hold = openHoldOf(applied, holdId);
        if (hold !== undefined)
          return settlementOf(account, hold, { costCents: input.costCents, now: clock.now() });
        if (applied.has(release)) {
          throw new DomainError(
            'FAILED_PRECONDITION',
            'HOLD_ENDED',
            'The hold was released before the run completed.',
          );
        }
        throw notFound('hold');
      },
    },
  );
}

function settlementOf(
  account: Account,
  hold: Hold,
  { costCents, now }: { readonly costCents: number; readonly now: Date },
): Posting {
  const { holdId, amountCents, userId } = hold;
  const chargedCents = Math.min(costCents, amountCents);
  const restCents = amountCents - chargedCents;
  const entryOf = (type: 'charge' | 'release', cents: number): NewEntry => {
    return { type, cause: causeOf(type, holdId), amountCents: cents, ...namesOf(hold), userId };
  };
  return {
    entries: [
      ...(costCents > 0 ? [entryOf('charge', chargedCents)] : []),
      ...(restCents > 0 || costCents === 0 ? [entryOf('release', restCents)] : []),
    ],
    settings: releaseSpending(account.spending, hold, { cents: restCents, now }),
  };
}
