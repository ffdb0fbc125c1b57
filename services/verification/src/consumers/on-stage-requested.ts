import { consumes } from '@assay/chassis/events/consumer';
import type { Worker } from '@assay/chassis/work/worker';
import { StageRequested } from '@assay/proto/runs/v1/run_events';

export interface ExecutingDeps {
  /** Executes the stages that wait, a bounded number at the same time. */
  readonly stageWorker: Worker;
}

/** A request is a work token for one stage: the next one of the fair queue, whichever stage the request names. */
export const onStageRequested = consumes<ExecutingDeps, StageRequested>({
  message: StageRequested,
  ackWaitMs: 15_000,
  handle: ({ stageWorker }, _request, { signal }) => stageWorker.processNext(signal),
});
