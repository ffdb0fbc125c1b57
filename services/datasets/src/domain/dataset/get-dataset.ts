import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Dataset } from './dataset.ts';

/** Returns a dataset of the caller's organization. NOT_FOUND otherwise. */
export async function getDataset(
  { datasets }: Pick<Deps, 'datasets'>,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  datasetId: string,
): Promise<Dataset> {
  const dataset = await datasets.find(organizationId, datasetId);
  if (dataset === undefined) throw notFound('dataset');
  return dataset;
}
