import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import type { AppliedEntries } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import { holdCauses } from './hold.ts';

interface WholeHoldRequest {
  readonly organizationId: string;
  readonly holdId: string;
  readonly decide: (account: Account, applied: AppliedEntries) => Posting | undefined;
}

/** Decides and posts for a hold that ends whole. Resolves to undefined, and posts nothing, when the hold is charged in parts. */
export async function postForWholeHold(
  { postings }: Pick<Deps, 'postings'>,
  { organizationId, holdId, decide }: WholeHoldRequest,
): Promise<Account | undefined> {
  const hold = { isInParts: false };
  const account = await postings.run({
    organizationId,
    causes: holdCauses(holdId),
    decide(before, applied) {
      hold.isInParts = applied.get(causeOf('hold', holdId))?.jobHold !== undefined;
      return hold.isInParts ? undefined : decide(before, applied);
    },
  });
  return hold.isInParts ? undefined : account;
}
