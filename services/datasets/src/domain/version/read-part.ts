import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { findFinishedVersion } from './find-version.ts';
import type { VersionName } from './find-version.ts';
import type { Version } from './version.ts';
import { readManifestHash } from './manifest.ts';
import type { FileEntry } from '../content/segment.ts';

/** A part of the content of a version: the files of one segment. */
export interface ContentPart {
  readonly entries: readonly FileEntry[];
  /** The name of the next part; undefined for the last one. */
  readonly nextPart: string | undefined;
  readonly manifestSha256: string;
}

/** Reads a part of the manifest of a finished version. */
export async function readManifest(
  deps: Pick<Deps, 'datasets' | 'segments' | 'versions'>,
  call: CallContext,
  { part, ...name }: VersionName & { readonly part: string },
): Promise<ContentPart> {
  const { version } = await findFinishedVersion(deps, call, name);
  return readPart(deps, version, part);
}

/**
 * Reads the part that a previous part named, or the first one. INVALID_ARGUMENT for a name that no part has returned.
 */
export async function readPart(
  deps: Pick<Deps, 'segments' | 'versions'>,
  version: Version,
  part: string,
): Promise<ContentPart> {
  const manifestSha256 = (await readManifestHash(deps, version)) ?? '';
  const index = part === '' ? 0 : parsePart(part);
  const segmentId = version.segmentIds[index];
  const segment =
    segmentId === undefined ? undefined : await deps.segments.find(version.organizationId, segmentId);
  const isLast = index + 1 >= version.segmentIds.length;
  const nextPart = isLast ? undefined : (index + 1).toString();
  return { entries: segment?.files ?? [], nextPart, manifestSha256 };
}

function parsePart(part: string): number {
  if (/^[1-9]\d{0,4}$/u.test(part)) return Number(part);
  throw invalidField('part', 'The part is not valid. Start again without `part`.');
}
