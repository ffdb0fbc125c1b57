/** Calls of the API about datasets. All reject with ApiError. */

import type { DatasetVersion } from '../../../shared/api/api-types.ts';
import { writePath } from '../../../shared/api/calls.ts';
import type { Answer } from '../../../shared/api/calls.ts';
import { request, upload } from '../../parts/request.ts';

export interface DatasetPage {
  readonly datasets: Answer<'listDatasets'>;
  readonly nextCursor: string | null;
}

export async function listDatasets(cursor: string): Promise<DatasetPage> {
  const response = await request(writePath('listDatasets', { limit: 50, cursor }));
  const datasets = (await response.json()) as Answer<'listDatasets'>;
  return { datasets, nextCursor: response.headers.get('x-next-cursor') };
}

/** Uploads files into the raw version: all or none. A repetition with the same key stores them once. */
export async function uploadFiles(
  datasetId: string,
  { files, key }: { readonly files: readonly File[]; readonly key: string },
  onProgress: (share: number) => void,
): Promise<void> {
  const form = new FormData();
  for (const file of files) form.append('file[]', file, file.name);
  const headers = { 'idempotency-key': key };
  await upload({ path: writePath('uploadDatasetFiles', { datasetId }), form, headers }, onProgress);
}

/** Identifies a version of a dataset. */
export type VersionName = Pick<DatasetVersion, 'datasetId' | 'id'>;

/** Names a version in calls. */
export const identifyVersion = ({ datasetId, id }: VersionName) => ({ datasetId, versionId: id });

/** The issues of a list. Empty values select all types, and no other version. */
export interface IssueFilter {
  readonly type: string;
  readonly against: string;
}
