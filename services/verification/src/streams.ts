import { declareStream } from '@assay/chassis/events/streams';
import { days } from '@assay/chassis/units';
import {
  ResponsesClosed,
  ResponsesRequested,
  RunAwaitsPeople,
  RunBegan,
  RunCompleted,
  RunFailed,
  RunStarted,
  StageRequested,
} from '@assay/proto/runs/v1/run_events';

/** What happened to runs, for whoever wants to know. */
export const runStream = declareStream({
  messages: [
    RunStarted,
    RunBegan,
    RunCompleted,
    RunFailed,
    ResponsesRequested,
    ResponsesClosed,
    RunAwaitsPeople,
  ],
  retention: 'limits',
  maxAgeMs: days(7),
});

/** Stages that wait to be executed. */
export const runWorkStream = declareStream({
  messages: [StageRequested],
  retention: 'workqueue',
  maxAgeMs: days(7),
});
