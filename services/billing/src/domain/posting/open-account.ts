import type { Clock } from '@assay/chassis/clock';
import { accountAfter } from './posting.ts';
import { emptyAccount } from '../account/account.ts';
import type { Account } from '../account/account.ts';

export interface OpenAccountDeps {
  readonly accounts: {
    find(organizationId: string): Promise<Account | undefined>;
    open(account: Account): Promise<Account>;
  };
  readonly clock: Clock;
  readonly drainer: { notify(organizationId: string): void };
  readonly welcomeCreditCents: number;
}

/** The organization's account; opened, with its welcome credit, when there is none. */
export async function openAccount(
  { accounts, clock, drainer, welcomeCreditCents }: OpenAccountDeps,
  organizationId: string,
): Promise<Account> {
  const existing = await accounts.find(organizationId);
  if (existing !== undefined) return existing;
  const cause = `top_up:welcome:${organizationId}`;
  const credit = { type: 'top_up', cause, amountCents: welcomeCreditCents, runId: '', userId: '' } as const;
  const entries = welcomeCreditCents > 0 ? [credit] : [];
  const account = accountAfter(emptyAccount(organizationId), { entries }, clock.now());
  const opened = await accounts.open(account);
  drainer.notify(organizationId);
  return opened;
}
