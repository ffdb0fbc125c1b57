import { consumes } from '@assay/chassis/events/consumer';
import type { Worker } from '@assay/chassis/work/worker';
import { FileRunRequested } from '@assay/proto/datasets/v1/dataset_events';

export interface RunWorkingDeps {
  /** Executes the runs on files that wait. */
  readonly runWorker: Worker;
}

/** A request is a work token for one run: the next one of the fair queue, whichever run the request names. */
export const onFileRunRequested = consumes<RunWorkingDeps, FileRunRequested>({
  message: FileRunRequested,
  ackWaitMs: 15_000,
  handle: ({ runWorker }, _request, { signal }) => runWorker.processNext(signal),
});
