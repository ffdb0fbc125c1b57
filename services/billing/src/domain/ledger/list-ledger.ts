import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import type { LedgerEntry, LedgerFilter } from './ledger-entry.ts';

export interface LedgerQuery {
  readonly filter: LedgerFilter;
  readonly page: Page;
}

/** Newest first. A posting that was answered is in the list, even when its entry has not left the account yet. */
export async function listLedger(
  { drainer, ledger }: Pick<Deps, 'drainer' | 'ledger'>,
  organizationId: string,
  { filter, page }: LedgerQuery,
): Promise<PageOf<LedgerEntry>> {
  await drainer.drain(organizationId);
  return ledger.list(organizationId, filter, page);
}
