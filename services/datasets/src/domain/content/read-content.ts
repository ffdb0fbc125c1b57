import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Version } from '../version/version.ts';
import type { FileEntry, SegmentHeader } from './segment.ts';

type ContentDeps = Pick<Deps, 'segments'>;
type Named = Pick<Version, 'organizationId' | 'segmentIds'>;

/** The size of the content of a version. */
export interface ContentSize {
  readonly fileCount: number;
  readonly sizeBytes: number;
  /** Differs whenever the content of raw differs. */
  readonly fingerprint: string;
}

/** Counts the files of a version by the headers of its segments. */
export async function countFiles(deps: ContentDeps, version: Named): Promise<ContentSize> {
  const headers = await deps.segments.listHeaders(version.organizationId, version.segmentIds);
  return {
    fileCount: headers.reduce((sum, { fileCount }) => sum + fileCount, 0),
    sizeBytes: headers.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    fingerprint: fingerprint(headers),
  };
}

/** A segment that takes uploads may lose a file and take another of the same size, so its revision counts too. */
function fingerprint(headers: readonly SegmentHeader[]): string {
  const hash = createHash('sha256');
  for (const { id, revision } of headers) hash.update(`${id} ${revision.toString()}\n`);
  return hash.digest('hex');
}

interface Range {
  readonly start: number;
  readonly count: number;
}

/** Reads the entries at places `start` to `start + count` of a version. Only the entries of the range are read. */
export async function readRange(
  deps: ContentDeps,
  version: Named,
  { start, count }: Range,
): Promise<readonly FileEntry[]> {
  const headers = await deps.segments.listHeaders(version.organizationId, version.segmentIds);
  const entries: FileEntry[] = [];
  let place = 0;
  for (const { id, fileCount } of headers) {
    const from = Math.max(start - place, 0);
    const to = Math.min(start + count - place, fileCount);
    place += fileCount;
    if (from >= to) continue;
    const files = { start: from, count: to - from };
    entries.push(...(await deps.segments.listFiles(version.organizationId, id, files)));
  }
  return entries;
}

/** Reads all entries of a version, one segment at a time. */
export async function* readEntries(
  deps: ContentDeps,
  { organizationId, segmentIds }: Named,
): AsyncGenerator<readonly FileEntry[]> {
  for (const segmentId of segmentIds) {
    const segment = await deps.segments.find(organizationId, segmentId);
    if (segment !== undefined) yield segment.files;
  }
}
