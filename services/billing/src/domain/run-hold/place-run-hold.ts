import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { readHoldId } from '../hold/hold.ts';
import { checkOrder, holdEnded, reserveMoney } from '../hold/reserve-money.ts';
import type { MoneyOrder } from '../hold/reserve-money.ts';
import { raiseHold } from '../job-hold/held-parts.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import { postForRun } from './run-posting.ts';
import type { RunHoldRef } from './run-posting.ts';

export interface PlaceRunHoldInput extends RunHoldRef, MoneyOrder {
  readonly inParts: true;
}

/** Reserves money for a run that requests answers from people, once. Refuses as `placeHold` does. */
export function placeRunHold(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  input: PlaceRunHoldInput,
): Promise<Account> {
  checkOrder(input);
  const { organizationId, runId, holdId, amountCents, userId } = input;
  const cause = causeOf('hold', readHoldId(input));
  return postForRun(
    { postings },
    {
      organizationId,
      runId,
      holdId,
      cause,
      decide(account, { hold, names, end, isRepeated, hasEnded }) {
        if (hasEnded || end !== undefined) throw holdEnded();
        if (isRepeated) return undefined;
        const placedAt = clock.now();
        const { credentialIds, settings } = reserveMoney(account, input, placedAt);
        const jobHold = raiseHold(hold, { cents: amountCents, credentialIds, placedAt });
        const entry = { type: 'hold', cause, amountCents, ...names, userId, jobHold } as const;
        const counted = credentialIds.length === 0 ? entry : { ...entry, credentialIds };
        return { entries: [counted], settings, mayTopUp: true };
      },
    },
  );
}
