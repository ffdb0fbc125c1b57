import type { Deps } from '../../deps.ts';
import { enrichmentVersion, findPipeline } from '../pipeline/catalog.ts';
import { recordEnd } from './record-run.ts';
import type { Version, VersionCounts } from '../version/version.ts';
import { JobError } from './end-job.ts';
import { findDuplicates } from './find-duplicates.ts';
import type { DuplicateGroup } from './find-duplicates.ts';
import { storeIssues } from './store-issues.ts';
import { writeSegments } from './write-segments.ts';

type SealDeps = Pick<
  Deps,
  | 'datasets'
  | 'versions'
  | 'segments'
  | 'units'
  | 'runs'
  | 'issues'
  | 'datasetFiles'
  | 'cleaners'
  | 'localCopies'
  | 'temporaryFolders'
  | 'places'
  | 'clock'
  | 'logger'
>;

/**
 * Ends a job whose files were all treated: finds duplicates, writes the content, and makes version, counts and manifest appear in one
 * write. Everything before that write may be repeated.
 */
export async function sealJob(deps: SealDeps, version: Version, signal: AbortSignal): Promise<void> {
  const { organizationId, datasetId, parentVersionId = '' } = version;
  const pipeline = findPipeline(version.pipelineSlug ?? '');
  const deduplication = pipeline?.deduplication ?? 'none';
  const removesChanged = version.removesChangedCopies && deduplication === 'near';
  const found = pipeline === undefined ? [] : await findDuplicates(deps, { version, removesChanged }, signal);
  const groups = found.filter(
    ({ kind, isConfirmed }) => isConfirmed && (deduplication === 'near' || deduplication === kind),
  );
  signal.throwIfAborted();
  const removals = listRemovals(groups);
  const written = await writeSegments(deps, version, removals);
  const { segmentIds, fileCount, sizeBytes, counts, manifestSha256 } = written;
  if (pipeline === undefined && written.unreadable === written.fileCount) throw nothingRead(fileCount);
  if (fileCount === 0) throw nothingLeft(counts);
  const now = deps.clock.now();
  const scan = { versionId: version.id, at: now };
  if (pipeline !== undefined) await storeIssues(deps, version, { groups: found, removals });
  const state = pipeline === undefined ? 'cleaned_and_enriched' : 'cleaned';
  const pipelineVersion = pipeline?.version ?? enrichmentVersion;
  const end = { state, segmentIds, fileCount, sizeBytes, counts, manifestSha256, pipelineVersion } as const;
  const isScan = pipeline !== undefined;
  const ended = { ...end, scan: isScan ? scan : undefined };
  if (!(await deps.versions.end(version, ended, now))) return;
  await recordEnd(deps, { ...version, ...ended, completedAt: now });
  if (!isScan) return;
  const parent = await deps.versions.find(organizationId, datasetId, parentVersionId);
  if (parent !== undefined) await deps.versions.setScan(parent, scan);
}

/** Lists the reason for every place that deduplication removes. */
function listRemovals(groups: readonly DuplicateGroup[]): ReadonlyMap<number, string> {
  return new Map(
    groups.flatMap(({ kind, keptPlace, places, protectedPlaces }) =>
      places
        .filter((place) => place !== keptPlace && !protectedPlaces.has(place))
        .map((place) => [place, `${kind}_duplicate`] as const),
    ),
  );
}

function nothingRead(files: number): JobError {
  return new JobError(`None of the ${files.toString()} files could be read.`);
}

function nothingLeft({ removed }: VersionCounts): JobError {
  const reasons = Object.entries(removed).map(([reason, count]) => `${reason}: ${count.toString()}`);
  return new JobError(`The pipeline removed every file (${reasons.join(', ')}).`);
}
