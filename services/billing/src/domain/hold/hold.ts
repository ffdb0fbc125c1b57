import { countSpending } from '../spending/spending.ts';
import type { Spending } from '../spending/spending.ts';

/** Money that is reserved for a run in progress. */
export interface OpenHold {
  readonly runId: string;
  readonly amountCents: number;
  /** Who started the run. */
  readonly userId: string;
  /** The credential whose spending it counts to. Empty: none. */
  readonly credentialId: string;
  /** Further credentials whose spending it counts to; left out: none. */
  readonly inheritedFrom?: readonly string[];
  readonly createdAt: Date;
}

/** Takes what a hold releases out of the spending it counts to, in the periods in which it was placed. */
export function releaseSpending(
  spending: readonly Spending[],
  hold: OpenHold | undefined,
  { cents, now }: { readonly cents: number; readonly now: Date },
): { readonly spending?: readonly Spending[] } {
  if (hold === undefined || cents === 0) return {};
  const { credentialId, inheritedFrom = [], createdAt: at } = hold;
  const credentialIds = [...(credentialId === '' ? [] : [credentialId]), ...inheritedFrom];
  if (credentialIds.length === 0) return {};
  return { spending: countSpending(spending, { credentialIds, cents: -cents, at }, now) };
}
