import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { PendingEvent } from './pending-event.ts';

/** Lists the alerts of the posting whose last entry this is, one for each threshold that the balance fell to. */
export function listLowBalances({ cause, balanceAfterCents, lowBalance }: LedgerEntry): PendingEvent[] {
  const { thresholdCents, at } = lowBalance ?? { thresholdCents: [], at: new Date(0) };
  return thresholdCents.map((cents) => ({
    kind: 'balance-low',
    thresholdCents: cents,
    availableCents: balanceAfterCents,
    cause,
    at,
  }));
}
