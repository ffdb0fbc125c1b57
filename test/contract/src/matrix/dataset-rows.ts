import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitDatasetVersion } from '../populate.ts';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

/** Datasets and their versions. */
export const datasetRows: Table = {
  listDatasets: { needs: 'viewer', success: 200 },
  createDataset: { needs: 'user', success: 201, body: newDataset },
  listCleaningPipelines: { needs: 'viewer', success: 200 },
  getDataset: { needs: 'viewer', success: 200 },
  updateDataset: { needs: 'user', success: 200, body: () => ({ description: 'Changed by the matrix' }) },
  deleteDataset: { needs: 'user', success: 204, make: makeDataset, isFinal: true },
  uploadDatasetFiles: { needs: 'user', success: 201, body: ({ image }) => formWith(image) },
  removeDatasetFile: { needs: 'user', success: 204, make: makeFile, isFinal: true },
  addFilesFromProject: {
    needs: 'user',
    success: 201,
    body: ({ population: { fileId } }) => ({ fileIds: [fileId] }),
  },
  addFilesFromDataset: {
    needs: 'user',
    success: 201,
    body: ({ population: { versionId, datasetFileId } }) => ({ versionId, fileIds: [datasetFileId] }),
  },
  listDatasetVersions: { needs: 'viewer', success: 200 },
  getDatasetVersion: { needs: 'viewer', success: 200 },
  deleteDatasetVersion: { needs: 'user', success: 204, make: makeVersion, isFinal: true },
  cleanDatasetVersion: {
    needs: 'user',
    success: 200,
    make: makeFilledDataset,
    isFinal: true,
    body: () => ({ pipelineSlug: 'dedup-exact' }),
  },
  enrichDatasetVersion: { needs: 'user', success: 200, make: makeFilledDataset },
  exportDatasetVersion: { needs: 'viewer', success: 200 },
  readDatasetManifest: { needs: 'viewer', success: 200 },
  diffDatasetVersions: { needs: 'viewer', success: 200 },
  listDatasetIssues: { needs: 'viewer', success: 200 },
};

let made = 0;

function newDataset() {
  made += 1;
  return {
    name: 'Made by the matrix',
    internalId: `matrix-${made.toString()}-${Date.now().toString(36)}`,
    modality: 'image',
  };
}

function formWith(image: Blob): FormData {
  const form = new FormData();
  form.append('file[]', image, 'matrix.jpg');
  return form;
}

function openRest({ platform, home }: World): Rest {
  return createRest(platform.baseUrl, home.keys.user);
}

async function makeDataset(world: World): Promise<PathValues> {
  const { body } = await openRest(world).post('/v2/datasets', newDataset());
  return { datasetId: body.id, versionId: body.rawVersionId };
}

async function makeFilledDataset(world: World): Promise<PathValues> {
  const dataset = await makeDataset(world);
  await openRest(world).post(`/v2/datasets/${dataset['datasetId'] ?? ''}/files`, formWith(world.image));
  return dataset;
}

async function makeFile(world: World): Promise<PathValues> {
  const dataset = await makeDataset(world);
  const path = `/v2/datasets/${dataset['datasetId'] ?? ''}/files`;
  const { body } = await openRest(world).post(path, formWith(world.image));
  return { ...dataset, fileId: body[0].id };
}

async function makeVersion(world: World): Promise<PathValues> {
  const { datasetId = '', versionId: raw = '' } = await makeFilledDataset(world);
  const versions = `/v2/datasets/${datasetId}/versions`;
  const { body } = await openRest(world).post(`${versions}/${raw}/clean`, { pipelineSlug: 'dedup-exact' });
  await awaitDatasetVersion(openRest(world), `${versions}/${body.id as string}`);
  return { datasetId, versionId: body.id };
}
