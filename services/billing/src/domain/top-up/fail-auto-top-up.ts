import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import type { Posting } from '../posting/posting.ts';
import type { TopUp } from './top-up.ts';
import { afterFailure } from '../account/auto-top-up.ts';

/** Ends the automatic top-up that is under way, if it is this one, and counts the failure; after three it is disabled. */
export async function failAutoTopUp(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  { id: topUpId, organizationId }: Pick<TopUp, 'id' | 'organizationId'>,
  error: string,
): Promise<void> {
  await postings.run({
    organizationId,
    causes: [],
    decide: (account) =>
      account.pendingAutoTopUp?.topUpId === topUpId
        ? failureOf(account, { topUpId, error, at: clock.now() })
        : undefined,
  });
}

function failureOf(
  { autoTopUp }: Account,
  failure: { readonly topUpId: string; readonly error: string; readonly at: Date },
): Posting {
  if (autoTopUp === null) return { settings: { pendingAutoTopUp: null } };
  const after = afterFailure(autoTopUp, failure.error);
  const isDisabled = autoTopUp.enabled && !after.enabled;
  return {
    settings: { pendingAutoTopUp: null, autoTopUp: after },
    events: isDisabled ? [{ kind: 'auto-top-up-disabled', ...failure }] : [],
  };
}
