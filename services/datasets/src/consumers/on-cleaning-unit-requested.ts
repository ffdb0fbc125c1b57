import { consumes } from '@assay/chassis/events/consumer';
import type { Worker } from '@assay/chassis/work/worker';
import { CleaningUnitRequested } from '@assay/proto/datasets/v1/dataset_events';
import type { UnitWork } from '../domain/job/unit.ts';

export interface WorkingDeps {
  /** Execute the units that wait, a bounded number at the same time. */
  readonly unitWorkers: Readonly<Record<UnitWork, Worker>>;
}

/** A request is a work token for one unit: the next one of the fair queue, whichever unit the request names. */
export const onCleaningUnitRequested = consumes<WorkingDeps, CleaningUnitRequested>({
  message: CleaningUnitRequested,
  ackWaitMs: 15_000,
  handle: ({ unitWorkers }, _request, { signal }) => unitWorkers.clean.processNext(signal),
});
