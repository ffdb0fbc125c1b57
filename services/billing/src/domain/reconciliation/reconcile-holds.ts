import type { Account } from '../account/account.ts';
import { readHoldId } from '../hold/hold.ts';
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
  applyWaiting(open, pendingEntries);
  const differing = [...new Set([...expected.keys(), ...open.keys()])].filter(
    (holdId) => expected.get(holdId) !== open.get(holdId),
  );
  const sumCents = [...open.values()].reduce((sum, cents) => sum + cents, 0);
  return [
    ...findWrongEntries([...entries.values()]),
    ...differing.map(
      (holdId) =>
        `the hold of ${holdId} is ${stateOf(open.get(holdId))}, in the ledger ${stateOf(expected.get(holdId))}`,
    ),
    ...(sumCents === heldCents ? [] : [`heldCents is ${heldCents}, the open holds are ${sumCents}`]),
  ];
}

/**
 * In the order in which they were made: a hold comes before its end. The amount of a hold in parts is added up, and not taken from its
 * entries.
 */
function applyEntries(open: Map<string, number>, entries: readonly LedgerEntry[]): void {
  for (const entry of entries.toSorted((a, b) => a.sequence - b.sequence)) {
    const { type, amountCents } = entry;
    const holdId = readHoldId(entry);
    if (entry.jobHold !== undefined) {
      const leftCents = (open.get(holdId) ?? 0) + (type === 'hold' ? amountCents : -amountCents);
      setOpen(open, holdId, leftCents);
    } else if (type === 'hold') open.set(holdId, amountCents);
    else if (type === 'charge' || type === 'release') open.delete(holdId);
  }
}

/** An entry that waits may be in the document of a hold in parts already, so that the amount that the entry states is taken. */
function applyWaiting(open: Map<string, number>, entries: readonly LedgerEntry[]): void {
  for (const entry of entries.toSorted((a, b) => a.sequence - b.sequence)) {
    if (entry.jobHold === undefined) applyEntries(open, [entry]);
    else setOpen(open, readHoldId(entry), entry.jobHold.leftCents);
  }
}

function setOpen(open: Map<string, number>, holdId: string, cents: number): void {
  if (cents === 0) open.delete(holdId);
  else open.set(holdId, cents);
}

/** Finds entries of holds in parts that state another amount than the entries up to them add up to, and amounts below 0. */
function findWrongEntries(entries: readonly LedgerEntry[]): string[] {
  const left = new Map<string, number>();
  return entries
    .filter(({ jobHold }) => jobHold !== undefined)
    .toSorted((a, b) => a.sequence - b.sequence)
    .flatMap((entry) => {
      applyEntries(left, [entry]);
      const cents = left.get(readHoldId(entry)) ?? 0;
      const stated = entry.jobHold?.leftCents ?? 0;
      const isWrong = stated !== cents || cents < 0;
      return isWrong ? [`${entry.cause} states that ${stated} are left of its hold, not ${cents}`] : [];
    });
}

function stateOf(cents: number | undefined): string {
  return cents === undefined ? 'not open' : `open over ${cents}`;
}
