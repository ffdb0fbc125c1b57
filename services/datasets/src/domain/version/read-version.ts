import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { readManifestHash } from './manifest.ts';
import { countFiles, readRange } from '../content/read-content.ts';
import type { FileEntry } from '../content/segment.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { getDataset } from '../dataset/get-dataset.ts';
import { findRaw, findVersion } from './find-version.ts';
import type { VersionName } from './find-version.ts';
import type { Version } from './version.ts';

type ReadDeps = Pick<Deps, 'datasets' | 'versions' | 'segments'>;

/** A page by number. */
export interface NumberedPage {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** A version with a page of its files. */
export interface VersionPage extends NumberedPage {
  readonly version: Version;
  readonly files: readonly FileEntry[];
}

/** Reads a version with a page of its files; a page after the last one is empty. NOT_FOUND for an unknown version. */
export async function getVersionPage(
  deps: ReadDeps,
  call: CallContext,
  { page, limit, ...name }: VersionName & NumberedPage,
): Promise<VersionPage> {
  const { version } = await findVersion(deps, call, name);
  const range = { start: (page - 1) * limit, count: limit };
  const [files, measured] = await Promise.all([
    readRange(deps, version, range),
    measureVersion(deps, version),
  ]);
  return { version: measured, files, page, limit };
}

/** Lists the versions of a dataset in the order of their creation, raw first. NOT_FOUND for an unknown dataset. */
export async function listVersions(
  deps: ReadDeps,
  call: CallContext,
  datasetId: string,
): Promise<readonly Version[]> {
  return listAllVersions(deps, await getDataset(deps, call, datasetId));
}

/** Reads a dataset with its versions. NOT_FOUND for an unknown dataset. */
export async function getDatasetWithVersions(
  deps: ReadDeps,
  call: CallContext,
  datasetId: string,
): Promise<{ readonly dataset: Dataset; readonly versions: readonly Version[] }> {
  const dataset = await getDataset(deps, call, datasetId);
  return { dataset, versions: await listAllVersions(deps, dataset) };
}

async function listAllVersions(deps: ReadDeps, dataset: Dataset): Promise<readonly Version[]> {
  const raw = await findRaw(deps, dataset);
  const all = await deps.versions.list(dataset.organizationId, dataset.id);
  const derived = all.filter(({ id }) => id !== raw.id);
  return [await measureVersion(deps, raw), ...derived];
}

/** Adds the size and the manifest hash of raw, which are those of its present content. */
export async function measureVersion(deps: ReadDeps, version: Version): Promise<Version> {
  if (version.state !== 'raw') return version;
  const { fileCount, sizeBytes } = await countFiles(deps, version);
  return { ...version, fileCount, sizeBytes, manifestSha256: await readManifestHash(deps, version) };
}
