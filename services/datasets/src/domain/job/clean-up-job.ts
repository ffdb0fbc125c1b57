import type { Deps } from '../../deps.ts';
import type { Version } from '../version/version.ts';
import { readEntries } from '../content/read-content.ts';
import { releaseAfterMs } from '../release/collect-releases.ts';
import { recordEnd } from './record-run.ts';
import { buildDerivedFileId } from './derived-file-id.ts';

type CleanUpDeps = Pick<Deps, 'segments' | 'units' | 'runs' | 'releases' | 'clock'>;

/**
 * Records the end of a job that has ended or whose version is removed, removes its units, and releases every file that it may have
 * derived: those that the version names stay, the others are removed. May be repeated.
 */
export async function cleanUpJob(deps: CleanUpDeps, version: Version): Promise<void> {
  const { id: versionId, organizationId, datasetId, source, segmentIds: named } = version;
  await recordEnd(deps, version);
  const dueAt = new Date(deps.clock.now().getTime() + releaseAfterMs);
  if (source !== undefined && version.pipelineSlug !== undefined) {
    let part = 0;
    const frozen = { organizationId, segmentIds: source.segmentIds };
    for await (const entries of readEntries(deps, frozen)) {
      const fileIds = entries.map(({ fileId }) => buildDerivedFileId(versionId, fileId));
      const id = `${versionId}.${part.toString()}`;
      await deps.releases.insert({ id, organizationId, datasetId, fileIds, segmentIds: [], dueAt });
      part += 1;
    }
  }
  const made = await deps.segments.listMadeBy(organizationId, versionId);
  const segmentIds = made.filter((segmentId) => !named.includes(segmentId));
  if (segmentIds.length > 0) {
    const id = `${versionId}.segments`;
    await deps.releases.insert({ id, organizationId, datasetId, fileIds: [], segmentIds, dueAt });
  }
  await deps.units.removeVersion(organizationId, versionId);
}
