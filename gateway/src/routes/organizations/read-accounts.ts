import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Account } from '@assay/proto/billing/v1/account';
import type { Clients } from '../../clients.ts';
import { ownCall } from '../../own-call.ts';

const maxAtOnce = 200;

/** The accounts of organizations the caller belongs to, by the id of the organization. */
export async function readAccounts(
  { billing }: Pick<Clients, 'billing'>,
  call: OutgoingCall,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  const parts = Array.from({ length: Math.ceil(organizationIds.length / maxAtOnce) }, (_part, index) =>
    organizationIds.slice(index * maxAtOnce, (index + 1) * maxAtOnce),
  );
  const answers = await Promise.all(
    parts.map((ids) => billing.listBalances(ownCall(call), { organizationIds: ids })),
  );
  const accounts = answers.flatMap((answer) => answer.accounts);
  return new Map(accounts.map((account) => [account.organizationId, account]));
}
