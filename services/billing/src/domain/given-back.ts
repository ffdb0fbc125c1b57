import type { Account, OpenHold } from './account.ts';
import type { Settings } from './move.ts';
import { countSpending } from './spending.ts';

/** Takes what a hold gives back from its credential's spending, in the periods in which it was placed. */
export function givenBack(
  { spending }: Account,
  hold: OpenHold | undefined,
  { cents, now }: { readonly cents: number; readonly now: Date },
): Settings {
  if (hold === undefined || hold.credentialId === '' || cents === 0) return {};
  const { credentialId, createdAt: at } = hold;
  return { spending: countSpending(spending, { credentialId, cents: -cents, at }, now) };
}
