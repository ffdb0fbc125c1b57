import { Role } from '@assay/proto/access/v1/access';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import type { LedgerEntry } from '@assay/proto/billing/v1/account';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import type { Rest } from '@assay/test-kit/rest';
import { callBy } from '@assay/test-kit/test-platform';
import { awaitRunEnd } from '@assay/test-kit/verify';
import { expect } from 'vitest';

const pageSize = 200;

/** Every run of the project, acknowledged or not: one charge when completed, one release when failed, nothing held. */
export async function expectMoneyRight(
  platform: Pick<LaunchedPlatform, 'connect'>,
  rest: Rest,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
): Promise<void> {
  const billing = platform.connect('billing').client(BillingServiceService);
  const call = callBy({ organizationId, role: Role.ADMIN });
  const typesOf = async (runId: string): Promise<LedgerEntry['type'][]> => {
    const page = { type: LedgerEntryType.UNSPECIFIED, runId, limit: 10, offset: 0 };
    return (await billing.listLedger(call, page)).entries.map(({ type }) => type);
  };
  for (const id of await runsOf(rest, projectId)) {
    const { status } = await awaitRunEnd(rest, { id, projectId });
    const settled = status === 'completed' ? LedgerEntryType.CHARGE : LedgerEntryType.RELEASE;
    await expect.poll(() => typesOf(id)).toEqual([settled, LedgerEntryType.HOLD]);
  }
  await expect
    .poll(async () => (await billing.getBalance(call, {})).account, { timeout: 120_000 })
    .toMatchObject({ heldCents: 0 });
  const { account } = await billing.getBalance(call, {});
  if (account === undefined) throw new Error('no account');
  expect(account.availableCents + account.heldCents + account.spentCents).toBe(account.fundedCents);
}

async function runsOf(rest: Rest, projectId: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const query = `limit=${pageSize}&offset=${ids.length}`;
    const { body } = await rest.get(`/v2/projects/${projectId}/verification-runs?${query}`);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    if (ids.length >= body.total) return ids;
  }
}
