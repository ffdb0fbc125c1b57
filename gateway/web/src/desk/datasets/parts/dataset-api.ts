/** Calls of the API about datasets. All reject with ApiError. */

import type { Page } from '../../parts/api-types.ts';
import { createIdempotencyKey, request, requestJson, upload } from '../../parts/request.ts';
import type {
  CleaningPipeline,
  Dataset,
  DatasetVersion,
  FileRecord,
  IssuePage,
  Modality,
  ProjectFile,
  VersionDiff,
  VersionPage,
} from './dataset-types.ts';

export interface DatasetPage {
  readonly datasets: readonly Dataset[];
  readonly nextCursor: string | null;
}

export async function listDatasets(cursor: string): Promise<DatasetPage> {
  const response = await request(`/v2/datasets?limit=50&cursor=${encodeURIComponent(cursor)}`);
  const datasets = (await response.json()) as readonly Dataset[];
  return { datasets, nextCursor: response.headers.get('x-next-cursor') };
}

export interface NewDataset {
  readonly name: string;
  readonly internalId: string;
  readonly modality: Modality;
}

export async function createDataset(dataset: NewDataset): Promise<Dataset> {
  return (await requestJson({ method: 'POST', path: '/v2/datasets', body: dataset })) as Dataset;
}

export async function readDataset(id: string): Promise<Dataset> {
  return (await get(`/v2/datasets/${id}`)) as Dataset;
}

export async function renameDataset(id: string, name: string): Promise<Dataset> {
  return (await requestJson({ method: 'PATCH', path: `/v2/datasets/${id}`, body: { name } })) as Dataset;
}

export async function deleteDataset(id: string): Promise<void> {
  await requestJson({ method: 'DELETE', path: `/v2/datasets/${id}` });
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
  await upload({ path: `/v2/datasets/${datasetId}/files`, form, headers }, onProgress);
}

/** Removes a file from the raw version. */
export async function removeFile(datasetId: string, fileId: string): Promise<void> {
  await requestJson({ method: 'DELETE', path: `/v2/datasets/${datasetId}/files/${fileId}` });
}

export async function listVersions(datasetId: string): Promise<readonly DatasetVersion[]> {
  return (await get(`/v2/datasets/${datasetId}/versions`)) as readonly DatasetVersion[];
}

/** Names a version in calls. */
export type VersionName = Pick<DatasetVersion, 'datasetId' | 'id'>;

export const versionPath = ({ datasetId, id }: VersionName): string =>
  `/v2/datasets/${datasetId}/versions/${id}`;

export async function readVersion(version: VersionName, page: number, limit: number): Promise<VersionPage> {
  return (await get(`${versionPath(version)}?page=${page}&limit=${limit}`)) as VersionPage;
}

export async function deleteVersion(version: VersionName): Promise<void> {
  await requestJson({ method: 'DELETE', path: versionPath(version) });
}

export async function listCleaningPipelines(): Promise<readonly CleaningPipeline[]> {
  return (await get('/v2/datasets/catalog/cleaning-pipelines')) as readonly CleaningPipeline[];
}

export async function cleanVersion(
  version: VersionName,
  body: {
    readonly pipelineSlug: string;
    readonly label: string | null;
    readonly removeChangedCopies: boolean;
  },
): Promise<DatasetVersion> {
  return (await start(`${versionPath(version)}/clean`, body)) as DatasetVersion;
}

export async function enrichVersion(version: VersionName): Promise<DatasetVersion> {
  return (await start(`${versionPath(version)}/enrich`)) as DatasetVersion;
}

/** The issues of a list. Empty values select all types, and no other version. */
export interface IssueFilter {
  readonly type: string;
  readonly against: string;
}

export async function listIssues(
  version: VersionName,
  filter: IssueFilter,
  cursor: string,
): Promise<IssuePage> {
  const conditions = Object.entries(filter).filter(([, value]) => value !== '');
  const query = new URLSearchParams([['limit', '20'], ['cursor', cursor], ...conditions]);
  return (await get(`${versionPath(version)}/issues?${query.toString()}`)) as IssuePage;
}

export async function compareVersions(
  version: VersionName,
  otherVersionId: string,
  page: { readonly page: number; readonly limit: number },
): Promise<VersionDiff> {
  const query = `page=${page.page}&limit=${page.limit}`;
  return (await get(`${versionPath(version)}/diff/${otherVersionId}?${query}`)) as VersionDiff;
}

/** Reads a page of the files of a project, newest first. The first page is 1. */
export async function listProjectFiles(
  projectId: string,
  page: number,
  limit: number,
): Promise<Page<ProjectFile>> {
  const query = `limit=${limit}&offset=${(page - 1) * limit}`;
  return (await get(`/v2/projects/${projectId}/files?${query}`)) as Page<ProjectFile>;
}

/** Copies files of projects into the raw version: all or none. */
export async function copyFromProject(datasetId: string, fileIds: readonly string[]): Promise<void> {
  await start(`/v2/datasets/${datasetId}/files/from-project`, { fileIds });
}

/** Copies files of a version into a project: all or none. */
export async function copyToProject(
  projectId: string,
  body: { readonly versionId: string; readonly fileIds: readonly string[] },
): Promise<void> {
  await start(`/v2/projects/${projectId}/files/from-dataset`, body);
}

export async function readFileRecord(id: string): Promise<FileRecord> {
  return (await get(`/v2/files/${id}`)) as FileRecord;
}

function get(path: string): Promise<unknown> {
  return requestJson({ method: 'GET', path });
}

function start(path: string, body?: unknown): Promise<unknown> {
  const headers = { 'idempotency-key': createIdempotencyKey() };
  return requestJson({ method: 'POST', path, body, headers });
}
