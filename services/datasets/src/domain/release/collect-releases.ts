import { minutes } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import type { Version } from '../version/version.ts';
import type { Release } from './release.ts';
import { isRunning } from '../version/version.ts';

/**
 * How long after a release its files are looked at. A job that read the content before has stored its version by then, because a call
 * that starts a job has less time.
 */
export const releaseAfterMs = minutes(1);

const batchSize = 100;
const filesPerCall = 1_000;

type CollectDeps = Pick<
  Deps,
  | 'datasets'
  | 'versions'
  | 'segments'
  | 'releases'
  | 'datasetFiles'
  | 'clock'
  | 'noteOldestRelease'
  | 'segmentDelayMs'
>;

/**
 * Removes released files and segments that no version names any more. A file that was released is in no raw version, so no later
 * version can name it again. Any number of processes may do this at once.
 */
export async function collectReleases(deps: CollectDeps): Promise<void> {
  for (;;) {
    const due = await deps.releases.listDue(deps.clock.now(), batchSize);
    const [first] = due;
    deps.noteOldestRelease(first?.dueAt);
    if (first === undefined) return;
    await collect(deps, first, due);
    const ids = due.map(({ id }) => id);
    await deps.releases.remove(first.organizationId, ids);
  }
}

async function collect(
  deps: CollectDeps,
  { organizationId, datasetId }: Pick<Release, 'organizationId' | 'datasetId'>,
  releases: readonly Release[],
): Promise<void> {
  const dataset = await deps.datasets.find(organizationId, datasetId);
  // The deletion of a dataset removes everything.
  if (dataset === undefined) return;
  const versions = await deps.versions.list(organizationId, datasetId);
  const named = new Set(versions.flatMap(listNamedSegments));
  const unnamed = new Set(releases.flatMap(({ fileIds }) => fileIds));
  const all = [...unnamed];
  const raw = versions.find(({ id }) => id === dataset.rawVersionId);
  const listed = new Set<string>();
  for (const segmentId of named) {
    const segment = await deps.segments.find(organizationId, segmentId);
    for (const { fileId } of segment?.files ?? []) {
      unnamed.delete(fileId);
      if (raw?.segmentIds.includes(segmentId) === true) listed.add(fileId);
    }
  }
  const kept = all.filter((fileId) => !unnamed.has(fileId) && !listed.has(fileId));
  for (const fileIds of chunk(kept)) await deps.datasetFiles.unlist(organizationId, { datasetId, fileIds });
  for (const fileIds of chunk([...unnamed])) {
    await deps.datasetFiles.remove(organizationId, { datasetId, fileIds });
  }
  for (const release of releases) await collectSegments(deps, release, named);
}

/**
 * Removes segments that no version names. They stay for the delay after their files went, because a backup that began before may still
 * copy versions that name them.
 */
async function collectSegments(
  { segments, releases, clock, segmentDelayMs }: CollectDeps,
  { id, organizationId, datasetId, fileIds, segmentIds }: Release,
  named: ReadonlySet<string>,
): Promise<void> {
  const unnamed = segmentIds.filter((segmentId) => !named.has(segmentId));
  if (unnamed.length === 0) return;
  if (fileIds.length === 0 || segmentDelayMs === 0) {
    await segments.remove(organizationId, unnamed);
    return;
  }
  const dueAt = new Date(clock.now().getTime() + segmentDelayMs);
  await releases.insert({
    id: `${id}.segments`,
    organizationId,
    datasetId,
    fileIds: [],
    segmentIds: unnamed,
    dueAt,
  });
}

/** A running job also names its source, which is frozen. */
function listNamedSegments(version: Version): readonly string[] {
  return isRunning(version)
    ? [...version.segmentIds, ...(version.source?.segmentIds ?? [])]
    : version.segmentIds;
}

function chunk(fileIds: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(fileIds.length / filesPerCall);
  return Array.from({ length: count }, (_, index) =>
    fileIds.slice(index * filesPerCall, (index + 1) * filesPerCall),
  );
}
