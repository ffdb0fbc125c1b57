import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Db } from 'mongodb';

/** A dataset of the platform. */
export interface FilledDataset {
  readonly id: string;
  readonly rawVersionId: string;
  readonly organizationId: string;
  readonly path: string;
}

/** Creates an empty dataset of texts. `db` is the database of datasets. */
export async function createDataset(
  { baseUrl, apiKey }: LaunchedPlatform,
  db: Db,
  internalId: string,
): Promise<FilledDataset> {
  const rest = createRest(baseUrl, apiKey);
  const { body } = await rest.post('/v2/datasets', { name: 'Size', internalId, modality: 'text' });
  const { id, rawVersionId } = body as Pick<FilledDataset, 'id' | 'rawVersionId'>;
  return { id, rawVersionId, organizationId: await readOrganization(db, id), path: `/v2/datasets/${id}` };
}

/** Reads the organization of a dataset, which no answer names. */
async function readOrganization(db: Db, datasetId: string): Promise<string> {
  const datasets = db.collection<{ readonly _id: string; readonly organizationId: string }>('datasets');
  const found = await datasets.findOne({ _id: datasetId });
  if (found === null) throw new Error('the dataset is missing');
  return found.organizationId;
}
