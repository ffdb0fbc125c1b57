import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Dataset, DatasetChanges } from './dataset.ts';

interface DatasetUpdate {
  readonly datasetId: string;
  readonly changes: DatasetChanges;
}

/** Changes the name or the description of a dataset. NOT_FOUND for a dataset of another organization. */
export async function updateDataset(
  { datasets, clock }: Pick<Deps, 'datasets' | 'clock'>,
  { organizationId }: CallContext,
  { datasetId, changes }: DatasetUpdate,
): Promise<Dataset> {
  const { name, ...rest } = changes;
  const change = { ...rest, ...(name !== undefined && { name: name.trim() }) };
  const dataset = await datasets.update(organizationId, datasetId, { change, now: clock.now() });
  if (dataset === undefined) throw notFound('dataset');
  return dataset;
}
