import type { Account, EntryType, LedgerEntry, OpenHold } from './account.ts';
import type { AccountNews } from './account-news.ts';
import { dueAutoTopUp } from './auto-top-up.ts';
import { afterEntry } from './balances.ts';
import type { Payment } from './payment.ts';

export interface Step {
  readonly type: EntryType;
  readonly cause: string;
  readonly amountCents: number;
  readonly runId: string;
  readonly userId: string;
  readonly payment?: Payment;
  readonly note?: string;
}

/** What of an account changes beside its money. */
export type Settings = Partial<
  Pick<
    Account,
    'spending' | 'autoTopUp' | 'pendingAutoTopUp' | 'paymentSource' | 'lastTopUp' | 'alertThresholdCents'
  >
>;

/** What shall happen to an account, all of it or nothing. */
export interface Move {
  readonly steps?: readonly Step[];
  readonly opens?: OpenHold;
  /** The run whose hold ends. */
  readonly closes?: string;
  readonly sets?: Settings;
  readonly tells?: readonly AccountNews[];
  /** Whether this is an occasion to pay in by itself when little is left. */
  readonly mayTopUp?: boolean;
}

/** Whose entries a decision looks at. */
export type Subject = { readonly runId: string } | { readonly transactionId: string };

export interface MoveRequest {
  readonly organizationId: string;
  /** The causes the decision depends on. */
  readonly causes: readonly string[];
  readonly subject?: Subject;
  readonly decide: Decide;
}

/**
 * What to do, given which causes, these and others, were applied before, and every entry of the subject; undefined:
 * nothing. Throws to refuse.
 */
export type Decide = (
  account: Account,
  applied: ReadonlySet<string>,
  entries: readonly LedgerEntry[],
) => Move | undefined;

export interface MoveQueue {
  /** Decides and moves, exactly once; resolves to the account right after it. Rejects with what `decide` threw. */
  run(request: MoveRequest): Promise<Account>;
}

/** The account after a move, its entries waiting to be recorded and its news to be told. */
export function accountAfter(before: Account, move: Move, now: Date): Account {
  const { steps = [], opens, closes, sets, tells = [] } = move;
  const { account, entries } = afterSteps(before, steps, now);
  const stillOpen = before.openHolds.filter(({ runId }) => runId !== closes);
  const moved = {
    ...account,
    ...sets,
    version: before.version + 1,
    entryCount: before.entryCount + entries.length,
    openHolds: opens === undefined ? stillOpen : [...stillOpen, opens],
    pendingEntries: [...before.pendingEntries, ...entries],
    news: [...before.news, ...tells, ...crossings(before, account.availableCents, now)],
  };
  return move.mayTopUp === true ? withAutoTopUp(moved, now) : moved;
}

function afterSteps(before: Account, steps: readonly Step[], now: Date) {
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
  return { account, entries };
}

/** A threshold is told about when the balance falls to it, and again only after it was above. */
function crossings(before: Account, availableCents: number, at: Date): AccountNews[] {
  return before.alertThresholdCents
    .filter((cents) => before.availableCents > cents && availableCents <= cents)
    .map((thresholdCents) => ({ kind: 'balance-low', thresholdCents, availableCents, at }));
}

function withAutoTopUp(account: Account, at: Date): Account {
  const due = dueAutoTopUp(account);
  if (due === null) return account;
  const news = { kind: 'auto-top-up-requested', topUpId: due.topUpId, at } as const;
  return { ...account, pendingAutoTopUp: due, news: [...account.news, news] };
}
