import type { AuditedCall } from '@assay/chassis/audit';
import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { getDataset } from './get-dataset.ts';

/**
 * Deletes a dataset. The tombstone decides it, with its event; if this process dies after it, the consumer of the event removes the rest.
 * NOT_FOUND for a dataset of another organization.
 */
export async function deleteDataset(
  deps: Pick<Deps, 'datasets' | 'tombstones' | 'clock'>,
  call: CallContext & AuditedCall,
  datasetId: string,
): Promise<void> {
  const { id, organizationId } = await getDataset(deps, call, datasetId);
  await deps.tombstones.insert({ id, organizationId, deletedAt: deps.clock.now() }, call);
  await deps.datasets.remove(organizationId, id);
  deps.tombstones.announce(id);
}
