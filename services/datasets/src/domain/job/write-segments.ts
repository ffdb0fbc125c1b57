import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { createManifestHash } from '../version/manifest.ts';
import { maxSegmentBytes } from '../content/segment.ts';
import type { FileEntry } from '../content/segment.ts';
import type { Version, VersionCounts } from '../version/version.ts';
import { readJobFiles } from './read-job-files.ts';
import type { JobFile, JobSegment } from './read-job-files.ts';

export interface WrittenContent {
  readonly segmentIds: readonly string[];
  readonly fileCount: number;
  readonly sizeBytes: number;
  readonly counts: VersionCounts;
  readonly manifestSha256: string;
  /** The number of files that could not be enriched. */
  readonly unreadable: number;
}

/**
 * Writes the content that a job leaves. A segment in which nothing changed is shared with the source; any other gets an id that follows
 * from the version, so that the segment is written once.
 * @param removals the reason for each place that is left out in addition to the removed files
 */
export async function writeSegments(
  deps: Pick<Deps, 'segments' | 'units'>,
  version: Version,
  removals: ReadonlyMap<number, string>,
): Promise<WrittenContent> {
  const manifest = createManifestHash();
  const tally = createTally();
  const segmentIds: string[] = [];
  for await (const segment of readJobFiles(deps, version, 'none')) {
    const kept = segment.files.filter((file) => tally.add(file, removals.get(file.place)));
    const entries = kept.map(toEntry);
    manifest.add(entries);
    tally.addEntries(entries);
    if (isUnchanged(segment, kept)) {
      segmentIds.push(segment.segmentId);
      continue;
    }
    for (const files of splitBySize(entries)) {
      const id = newIdFor({ operation: `segment ${segmentIds.length.toString()} of ${version.id}` });
      const { organizationId, datasetId, id: versionId } = version;
      await deps.segments.insert({ id, organizationId, datasetId, versionId, isSealed: true, files });
      segmentIds.push(id);
    }
  }
  return { segmentIds, manifestSha256: manifest.digest(), ...tally.read() };
}

function isUnchanged({ files }: JobSegment, kept: readonly JobFile[]): boolean {
  return (
    kept.length === files.length &&
    kept.every(
      ({ result }) =>
        result.outcome === 'unchanged' &&
        result.enrichment === undefined &&
        result.enrichmentError === undefined,
    )
  );
}

function toEntry({ entry, result }: JobFile): FileEntry {
  const { content, enrichment, enrichmentError } = result;
  return {
    ...entry,
    ...content,
    ...(enrichment !== undefined && { enrichment }),
    ...(enrichmentError !== undefined && { enrichmentError }),
  };
}

/** Entries without their enrichment have far fewer bytes than this. */
const usualEntryBytes = 400;

function splitBySize(entries: readonly FileEntry[]): readonly (readonly FileEntry[])[] {
  const parts: FileEntry[][] = [];
  let bytes = maxSegmentBytes;
  for (const entry of entries) {
    const size = usualEntryBytes + Buffer.byteLength(entry.enrichment ?? '');
    bytes += size;
    if (bytes > maxSegmentBytes) {
      parts.push([]);
      bytes = size;
    }
    parts.at(-1)?.push(entry);
  }
  return parts;
}

function createTally() {
  const removed: Record<string, number> = {};
  const skipped: Record<string, number> = {};
  let unchanged = 0;
  let changed = 0;
  let fileCount = 0;
  let sizeBytes = 0;
  let unreadable = 0;
  return {
    /** Counts a file. Returns true if it stays. */
    add({ result }: JobFile, duplicate: string | undefined): boolean {
      const reason = result.outcome === 'removed' ? (result.reason ?? 'removed') : duplicate;
      if (reason !== undefined) {
        removed[reason] = (removed[reason] ?? 0) + 1;
        return false;
      }
      if (result.outcome === 'changed') changed += 1;
      else unchanged += 1;
      if (result.skipped !== undefined) skipped[result.skipped] = (skipped[result.skipped] ?? 0) + 1;
      if (result.enrichmentError !== undefined) unreadable += 1;
      return true;
    },
    addEntries(entries: readonly FileEntry[]): void {
      fileCount += entries.length;
      for (const entry of entries) sizeBytes += entry.sizeBytes;
    },
    read: () => ({ fileCount, sizeBytes, unreadable, counts: { unchanged, changed, removed, skipped } }),
  };
}
