import type { Deps } from '../../deps.ts';
import { failJob } from './end-job.ts';
import type { UnitWork } from './unit.ts';

const stalled = 'The job made no progress for a day. Start it again.';

/** Returns the unfinished units of one kind of work. A unit that made no progress for a day ends its job. */
export function unfinishedUnits(deps: Pick<Deps, 'units' | 'versions' | 'runs' | 'clock'>, work: UnitWork) {
  return deps.units.unfinished(work, async ({ organizationId, datasetId, versionId }) => {
    const version = await deps.versions.find(organizationId, datasetId, versionId);
    if (version !== undefined) await failJob(deps, version, stalled);
  });
}
