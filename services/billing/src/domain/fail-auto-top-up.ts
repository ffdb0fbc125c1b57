import type { Deps } from '../deps.ts';
import type { Account } from './account.ts';
import { afterFailure } from './auto-top-up.ts';
import type { Move } from './move.ts';
import type { TopUp } from './top-up.ts';

/** Ends the automatic top-up that is under way, if it is this one, and counts the failure; after three it is disabled. */
export async function failAutoTopUp(
  { clock, moves }: Pick<Deps, 'clock' | 'moves'>,
  { id: topUpId, organizationId }: Pick<TopUp, 'id' | 'organizationId'>,
  error: string,
): Promise<void> {
  await moves.run({
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
): Move {
  if (autoTopUp === null) return { sets: { pendingAutoTopUp: null } };
  const after = afterFailure(autoTopUp, failure.error);
  const isDisabled = autoTopUp.enabled && !after.enabled;
  return {
    sets: { pendingAutoTopUp: null, autoTopUp: after },
    tells: isDisabled ? [{ kind: 'auto-top-up-disabled', ...failure }] : [],
  };
}
