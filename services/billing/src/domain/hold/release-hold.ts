import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import { holdCauses, readHoldId, namesOf, openHoldOf, releaseSpending } from './hold.ts';
import type { HoldRef } from './hold.ts';
import { postForWholeHold } from './whole-hold-posting.ts';

export interface ReleaseHoldInput extends HoldRef {
  readonly organizationId: string;
}

/**
 * Ends a hold and makes its money available again. Nothing happens when it has ended before. When it was never placed, an entry of 0 cents keeps it
 * from being placed later, by a call that was overtaken. Resolves to undefined, and changes nothing, when the hold is charged in
 * parts.
 */
export function releaseHold(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  { organizationId, ...ref }: ReleaseHoldInput,
): Promise<Account | undefined> {
  const holdId = readHoldId(ref);
  const release = { type: 'release', cause: causeOf('release', holdId), ...namesOf(ref) } as const;
  const causes = holdCauses(holdId);
  return postForWholeHold(
    { postings },
    {
      organizationId,
      holdId,
      decide({ spending }, applied) {
        const hold = openHoldOf(applied, holdId);
        if (hold === undefined) {
          const hasEnded = causes.some((cause) => applied.has(cause));
          return hasEnded ? undefined : { entries: [{ ...release, amountCents: 0, userId: '' }] };
        }
        const { amountCents, userId } = hold;
        return {
          entries: [{ ...release, amountCents, userId }],
          settings: releaseSpending(spending, hold, { cents: amountCents, now: clock.now() }),
        };
      },
    },
  );
}
