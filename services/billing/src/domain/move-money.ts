import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import type { Account } from './account.ts';
import { changeBy } from './change.ts';
import type { Move } from './change.ts';
import { openAccount } from './open-account.ts';

export interface MoveRequest {
  readonly organizationId: string;
  /** The causes the decision depends on. */
  readonly causes: readonly string[];
  /** What to do, given which of the causes have been applied before; undefined: nothing. Throws to refuse. */
  readonly decide: (account: Account, applied: ReadonlySet<string>) => Move | undefined;
}

const maxAttempts = 100;

/**
 * Decides on one version of the account and applies the decision to that version alone, until nobody interferes; returns
 * the account after it. A cause counts as applied when it waits in the account or is in the ledger. Entries reach the
 * ledger before they leave the account, so reading the account first and the ledger second misses none of the version
 * that was read; and whatever came later has changed the version.
 */
export async function moveMoney(deps: Deps, request: MoveRequest): Promise<Account> {
  const { organizationId, causes, decide } = request;
  if (organizationId === '') throw invalidField('organizationId', 'organizationId is missing');
  return await deps.turns.run(organizationId, async () => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const account = await openAccount(deps, organizationId);
      const move = decide(account, await appliedCauses(deps, account, causes));
      if (move === undefined) return account;
      const change = changeBy(account, move, deps.clock.now());
      if (await deps.accounts.apply(change)) {
        deps.drainer.notify(organizationId);
        return change.after;
      }
    }
    throw new DomainError('UNAVAILABLE', 'ACCOUNT_BUSY', 'the account is busy');
  });
}

async function appliedCauses(
  { ledger }: Pick<Deps, 'ledger'>,
  { organizationId, pendingEntries }: Account,
  causes: readonly string[],
): Promise<ReadonlySet<string>> {
  const pending = pendingEntries.map(({ cause }) => cause).filter((cause) => causes.includes(cause));
  const recorded = await ledger.recordedCauses(organizationId, causes);
  return new Set([...pending, ...recorded]);
}
