import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import type { Dataset } from './dataset.ts';

export type NewDataset = Pick<Dataset, 'name' | 'internalId' | 'modality' | 'description'>;

/**
 * Creates a dataset with its raw version. The version is written first: a version without a dataset is never read, and a repeated call
 * with the same idempotency key completes both. ALREADY_EXISTS if the internal id is taken.
 */
export async function createDataset(
  { datasets, versions, clock }: Pick<Deps, 'datasets' | 'versions' | 'clock'>,
  call: CallContext,
  input: NewDataset,
): Promise<Dataset> {
  const now = clock.now();
  const dataset: Dataset = {
    id: newIdFor(call),
    organizationId: call.organizationId,
    ...input,
    name: input.name.trim(),
    rawVersionId: newIdFor(call, 'raw'),
    createdBy: readUserId(call),
    createdAt: now,
    updatedAt: now,
  };
  await versions.insertRaw(dataset);
  return datasets.insert(dataset, call);
}
