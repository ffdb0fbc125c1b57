import { consumes } from '@assay/chassis/events/consumer';
import { StageRequested } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { executeStage, failStage } from '../domain/stage/execute-stage.ts';
import { runWorkStream } from '../streams.ts';

export const onStageRequested = consumes<Deps, StageRequested>({
  stream: runWorkStream.name,
  message: StageRequested,
  ackWaitMs: 15_000,
  maxDeliver: 6,
  handle: (deps, event, { signal }) => executeStage(deps, event, { ...event.value, signal }),
  onDeadLetter: (deps, event, reason) => failStage(deps, event, { ...event.value, reason }),
});
