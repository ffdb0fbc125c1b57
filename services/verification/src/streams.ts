import type { StreamOptions } from '@assay/chassis/events/streams';
import {
  RunBegan,
  RunCompleted,
  RunFailed,
  RunStarted,
  StageRequested,
} from '@assay/proto/runs/v1/run_events';

const dayMs = 86_400_000;

/** What happened to runs, for whoever wants to know. */
export const runStream = {
  name: 'RUNS',
  messages: [RunStarted, RunBegan, RunCompleted, RunFailed],
  retention: 'limits',
  maxAgeMs: 7 * dayMs,
} as const satisfies StreamOptions;

/** Stages that wait to be executed. */
export const runWorkStream = {
  name: 'RUN_WORK',
  messages: [StageRequested],
  retention: 'workqueue',
  maxAgeMs: 7 * dayMs,
} as const satisfies StreamOptions;
