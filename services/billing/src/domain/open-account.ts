import type { Deps } from '../deps.ts';
import { emptyAccount } from './account.ts';
import type { Account } from './account.ts';
import { accountAfter } from './move.ts';

/** The organization's account; opened, with its welcome credit, when there is none. */
export async function openAccount(
  {
    accounts,
    clock,
    drainer,
    welcomeCreditCents,
  }: Pick<Deps, 'accounts' | 'clock' | 'drainer' | 'welcomeCreditCents'>,
  organizationId: string,
): Promise<Account> {
  const existing = await accounts.find(organizationId);
  if (existing !== undefined) return existing;
  const cause = `top_up:welcome:${organizationId}`;
  const credit = { type: 'top_up', cause, amountCents: welcomeCreditCents, runId: '', userId: '' } as const;
  const account = accountAfter(
    emptyAccount(organizationId),
    { steps: welcomeCreditCents > 0 ? [credit] : [] },
    clock.now(),
  );
  const opened = await accounts.open(account);
  if (opened === account) drainer.notify(organizationId);
  return opened;
}
