import type { Account } from '../account/account.ts';
import { holdIdOf } from '../hold/hold.ts';
import type { Hold } from '../hold/hold.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';

/**
 * What is wrong between the held money of an account and its open holds, in words: the open holds are those that the
 * ledger placed and did not end, and their sum is what is held. An entry that waits in the account may be ahead of its hold.
 */
export function reconcileHolds(
  { heldCents, pendingEntries }: Account,
  recorded: readonly LedgerEntry[],
  openHolds: readonly Hold[],
): readonly string[] {
  const entries = new Map([...recorded, ...pendingEntries].map((entry) => [entry.cause, entry]));
  const expected = new Map<string, number>();
  applyEntries(expected, [...entries.values()]);
  const open = new Map(openHolds.map(({ holdId, amountCents }) => [holdId, amountCents]));
  applyEntries(open, pendingEntries);
  const differing = [...new Set([...expected.keys(), ...open.keys()])].filter(
    (holdId) => expected.get(holdId) !== open.get(holdId),
  );
  const sumCents = [...open.values()].reduce((sum, cents) => sum + cents, 0);
  return [
    ...differing.map(
      (holdId) =>
        `the hold of ${holdId} is ${stateOf(open.get(holdId))}, in the ledger ${stateOf(expected.get(holdId))}`,
    ),
    ...(sumCents === heldCents ? [] : [`heldCents is ${heldCents}, the open holds are ${sumCents}`]),
  ];
}

/** In the order in which they were made: a hold comes before its end. */
function applyEntries(open: Map<string, number>, entries: readonly LedgerEntry[]): void {
  for (const { type, amountCents, ...ref } of entries.toSorted((a, b) => a.sequence - b.sequence)) {
    if (type === 'hold') open.set(holdIdOf(ref), amountCents);
    else if (type === 'charge' || type === 'release') open.delete(holdIdOf(ref));
  }
}

function stateOf(cents: number | undefined): string {
  return cents === undefined ? 'not open' : `open over ${cents}`;
}
