import type { UnfinishedWork } from '@assay/chassis/work/redrive';
import type { Deps } from '../../deps.ts';
import type { UnitQueue } from '../../store/unit-store.ts';
import { failJob } from './end-job.ts';
import type { UnitWork } from './unit.ts';

type ListedUnit = Awaited<ReturnType<UnitQueue['listOverdue']>>[number];

const stalled = 'The job made no progress for a day. Start it again.';

/** Returns the unfinished units of one kind of work. A unit that made no progress for a day ends its job. */
export function unfinishedUnits(
  deps: Pick<Deps, 'units' | 'versions' | 'clock'>,
  work: UnitWork,
): UnfinishedWork<ListedUnit> {
  return {
    ...deps.units.queues[work],
    async end({ document: { organizationId, datasetId, versionId } }) {
      const version = await deps.versions.find(organizationId, datasetId, versionId);
      if (version !== undefined) await failJob(deps, version, stalled);
      return true;
    },
  };
}
