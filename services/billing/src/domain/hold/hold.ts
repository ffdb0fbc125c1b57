import { causeOf } from '../ledger/ledger-entry.ts';
import type { AppliedEntries, LedgerEntry } from '../ledger/ledger-entry.ts';
import { countSpending } from '../spending/spending.ts';
import type { Spending } from '../spending/spending.ts';

/** Money that is reserved for a run. */
export interface Hold {
  readonly organizationId: string;
  readonly runId: string;
  readonly amountCents: number;
  /** Who started the run. */
  readonly userId: string;
  /** The credentials whose spending it counts to. */
  readonly credentialIds: readonly string[];
  readonly createdAt: Date;
}

/** `charged` also when a part of it was released. */
export type HoldState = 'open' | 'charged' | 'released';

/** The causes that decide whether a run's hold is open. */
export function holdCauses(runId: string): readonly string[] {
  return [causeOf('hold', runId), causeOf('charge', runId), causeOf('release', runId)];
}

/** A run's hold while it is open, as the entries of its causes tell; undefined: it was never placed, or has ended. */
export function openHoldOf(applied: AppliedEntries, runId: string): Hold | undefined {
  const hasEnded = applied.has(causeOf('charge', runId)) || applied.has(causeOf('release', runId));
  const entry = hasEnded ? undefined : applied.get(causeOf('hold', runId));
  return entry === undefined ? undefined : heldBy(entry);
}

/** The hold that an entry of type `hold` placed. */
export function heldBy({ credentialIds = [], ...entry }: LedgerEntry): Hold {
  const { organizationId, runId, amountCents, userId, createdAt } = entry;
  return { organizationId, runId, amountCents, userId, credentialIds, createdAt };
}

/** Takes what a hold releases out of its credentials' spending, in the periods in which it was placed. */
export function releaseSpending(
  spending: readonly Spending[],
  { credentialIds, createdAt: at }: Hold,
  { cents, now }: { readonly cents: number; readonly now: Date },
): { readonly spending?: readonly Spending[] } {
  if (credentialIds.length === 0 || cents === 0) return {};
  return { spending: countSpending(spending, { credentialIds, cents: -cents, at }, now) };
}
