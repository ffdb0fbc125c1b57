import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { countFiles, readRange } from '../content/read-content.ts';
import type { FileEntry } from '../content/segment.ts';
import { requireFinished } from './find-version.ts';
import type { NumberedPage } from './read-version.ts';

/** A page of the files of a version. */
export interface VersionFiles {
  readonly datasetId: string;
  readonly files: readonly FileEntry[];
  /** The number of files of the version. */
  readonly total: number;
}

/**
 * Lists a page of the files of a finished version of any dataset. NOT_FOUND for an unknown version, or one of another organization;
 * FAILED_PRECONDITION with reason VERSION_UNFINISHED.
 */
export async function listVersionFiles(
  deps: Pick<Deps, 'versions' | 'segments'>,
  { organizationId }: CallContext,
  { versionId, page, limit }: NumberedPage & { readonly versionId: string },
): Promise<VersionFiles> {
  const version = await deps.versions.findAnywhere(organizationId, versionId);
  if (version === undefined) throw notFound('version');
  requireFinished(version);
  const range = { start: (page - 1) * limit, count: limit };
  const [files, { fileCount: total }] = await Promise.all([
    readRange(deps, version, range),
    countFiles(deps, version),
  ]);
  return { datasetId: version.datasetId, files, total };
}
