import type { Account, EntryType, LedgerEntry, OpenHold } from './account.ts';
import { afterEntry } from './balances.ts';

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

export interface MoveRequest {
  readonly organizationId: string;
  /** The causes the decision depends on. */
  readonly causes: readonly string[];
  /** What to do, given which causes, these and others, were applied before; undefined: nothing. Throws to refuse. */
  readonly decide: (account: Account, applied: ReadonlySet<string>) => Move | undefined;
}

export interface MoveQueue {
  /** Decides and moves, exactly once; resolves to the account right after it. Rejects with what `decide` threw. */
  run(request: MoveRequest): Promise<Account>;
}

/** The account after a move, its entries waiting to be recorded. */
export function accountAfter(before: Account, { steps, opens, closes }: Move, now: Date): Account {
  const entries: LedgerEntry[] = [];
  let account = before;
  for (const step of steps) {
    account = { ...account, ...afterEntry(account, step.type, step.amountCents) };
    entries.push({
      ...step,
      organizationId: before.organizationId,
      sequence: before.entryCount + entries.length + 1,
      balanceAfterCents: account.availableCents,
      heldAfterCents: account.heldCents,
      createdAt: now,
    });
  }
  const stillOpen = before.openHolds.filter(({ runId }) => runId !== closes);
  return {
    ...account,
    version: before.version + 1,
    entryCount: before.entryCount + entries.length,
    openHolds: opens === undefined ? stillOpen : [...stillOpen, opens],
    pendingEntries: [...before.pendingEntries, ...entries],
  };
}
