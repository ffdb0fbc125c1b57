import type { Account, Balances, EntryType, LedgerEntry, OpenHold } from './account.ts';
import { afterEntry, noMoney } from './balances.ts';

export interface Step {
  readonly type: EntryType;
  readonly cause: string;
  readonly amountCents: number;
  readonly runId: string;
  readonly userId: string;
}

/** What shall happen to an account, all of it or nothing. */
export interface Move {
  readonly steps: readonly Step[];
  readonly opens?: OpenHold;
  /** The run whose hold ends. */
  readonly closes?: string;
}

/** A move worked out for one version of an account. */
export interface Change {
  readonly before: Account;
  readonly after: Account;
  /** By how much each balance moves. */
  readonly delta: Balances;
  readonly entries: readonly LedgerEntry[];
  readonly move: Move;
}

export function changeBy(before: Account, move: Move, now: Date): Change {
  const entries: LedgerEntry[] = [];
  let balances: Balances = before;
  let delta = noMoney;
  for (const step of move.steps) {
    balances = afterEntry(balances, step.type, step.amountCents);
    delta = afterEntry(delta, step.type, step.amountCents);
    entries.push({
      ...step,
      organizationId: before.organizationId,
      sequence: before.entryCount + entries.length + 1,
      balanceAfterCents: balances.availableCents,
      heldAfterCents: balances.heldCents,
      createdAt: now,
    });
  }
  return { before, after: accountAfter(before, move, { balances, entries }), delta, entries, move };
}

function accountAfter(
  before: Account,
  { opens, closes }: Move,
  { balances, entries }: { balances: Balances; entries: readonly LedgerEntry[] },
): Account {
  const { availableCents, heldCents, spentCents, fundedCents } = balances;
  const stillOpen = before.openHolds.filter(({ runId }) => runId !== closes);
  return {
    organizationId: before.organizationId,
    availableCents,
    heldCents,
    spentCents,
    fundedCents,
    version: before.version + 1,
    entryCount: before.entryCount + entries.length,
    openHolds: opens === undefined ? stillOpen : [...stillOpen, opens],
    pendingEntries: [...before.pendingEntries, ...entries],
  };
}
