import { ResponseSubmitted } from '@assay/proto/crowd/v1/crowd_events';
import type { StreamOptions } from '@assay/chassis/events/streams';
import { days } from '@assay/chassis/units';
import {
  ResponsesClosed,
  ResponsesRequested,
  RunBegan,
  RunCompleted,
  RunFailed,
  RunStarted,
  StageRequested,
} from '@assay/proto/runs/v1/run_events';

/** What happened to runs, for whoever wants to know. */
export const runStream = {
  name: 'RUNS',
  messages: [RunStarted, RunBegan, RunCompleted, RunFailed, ResponsesRequested, ResponsesClosed],
  retention: 'limits',
  maxAgeMs: days(7),
} as const satisfies StreamOptions;

/** Stages that wait to be executed. */
export const runWorkStream = {
  name: 'RUN_WORK',
  messages: [StageRequested],
  retention: 'workqueue',
  maxAgeMs: days(7),
} as const satisfies StreamOptions;

/**
 * What people answer. The stream is made here because a consumer needs it and no service of the crowd is there yet to own it; that
 * one declares it as well, and publishes.
 */
export const crowdStream = {
  name: 'CROWD',
  messages: [ResponseSubmitted],
  retention: 'limits',
  maxAgeMs: days(7),
} as const satisfies StreamOptions;
