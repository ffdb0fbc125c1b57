import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { countFiles, readRange } from '../content/read-content.ts';
import type { FileEntry } from '../content/segment.ts';
import type { NumberedPage } from './read-version.ts';
import { isFinished, readableStates } from './version.ts';

/** A page of the files of a version. */
export interface VersionFiles {
  readonly datasetId: string;
  readonly files: readonly FileEntry[];
  /** The number of files of the version. */
  readonly total: number;
}

/**
 * Lists a page of the files of a finished version of any dataset. NOT_FOUND for an unknown version, or one of another organization;
 * FAILED_PRECONDITION with reason INVALID_STATE unless the version is finished.
 */
export async function listVersionFiles(
  deps: Pick<Deps, 'versions' | 'segments'>,
  { organizationId }: CallContext,
  { versionId, page, limit }: NumberedPage & { readonly versionId: string },
): Promise<VersionFiles> {
  const version = await deps.versions.findAnywhere(organizationId, versionId);
  if (version === undefined) throw notFound('version');
  const { state, datasetId } = version;
  if (!isFinished(version)) {
    const message = 'The version has no files yet, or its job failed. Choose a finished version.';
    throw new DomainError('FAILED_PRECONDITION', 'INVALID_STATE', message, {
      details: { state, allowed: readableStates },
    });
  }
  const range = { start: (page - 1) * limit, count: limit };
  const [files, { fileCount: total }] = await Promise.all([
    readRange(deps, version, range),
    countFiles(deps, version),
  ]);
  return { datasetId, files, total };
}
