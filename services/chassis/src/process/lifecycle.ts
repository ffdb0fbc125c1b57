import { Counter } from 'prom-client';
import { pause } from './pause.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { stopTimes } from './stop-times.ts';

/** The stack of closing steps of a process, which run in the reverse order of their registration. */
export interface Lifecycle {
  /** Registers a closing step with its time limit in milliseconds. Steps without a limit share `stopTimes.closingMs`. */
  onStop(name: string, stop: () => Promise<void> | void, limitMs?: number): void;
  /**
   * Keeps serving for `delayMs` while load balancers see that the process is not ready. Then runs all steps once, last in first out.
   * A step that fails or exceeds its limit is logged, and the others still run.
   */
  stop(delayMs?: number): Promise<void>;
  /** Aborted when stopping begins. The process is no longer ready, but still answers. */
  readonly stopping: AbortSignal;
  /** Aborted after the delay, before the first step. */
  readonly closing: AbortSignal;
  /** Logs and counts a step that exceeded its limit. */
  readonly overran: (step: string, limitMs: number) => void;
}

interface Step {
  readonly name: string;
  readonly stop: () => Promise<void> | void;
  readonly limitMs: number | undefined;
}

export function createLifecycle(logger: Logger, metrics?: Metrics): Lifecycle {
  const steps: Step[] = [];
  const stopping = new AbortController();
  const closing = new AbortController();
  const overruns = metrics && countOverruns(metrics);
  let stopped: Promise<void> | undefined;

  function overran(step: string, limitMs: number): void {
    overruns?.inc({ step });
    logger.error({ step, limitMs }, 'a closing step exceeded its limit and was abandoned');
  }

  async function runSteps(delayMs: number): Promise<void> {
    stopping.abort();
    if (delayMs > 0) await pause(delayMs, closing.signal);
    closing.abort();
    let sharedMs: number = stopTimes.closingMs;
    for (const step of steps.toReversed()) {
      const limitMs = step.limitMs ?? sharedMs;
      const begunAt = performance.now();
      if (!(await endsWithin(limitMs, run(step, logger)))) overran(step.name, limitMs);
      if (step.limitMs === undefined) sharedMs = Math.max(0, sharedMs - (performance.now() - begunAt));
    }
  }

  return {
    onStop: (name, stop, limitMs) => void steps.push({ name, stop, limitMs }),
    stop: (delayMs = 0) => (stopped ??= runSteps(delayMs)),
    stopping: stopping.signal,
    closing: closing.signal,
    overran,
  };
}

function countOverruns(metrics: Metrics): Counter<'step'> {
  return new Counter({
    name: 'assay_stop_overruns_total',
    help: 'Steps of a stop that exceeded their time. The step `process` means that the process was killed.',
    labelNames: ['step'],
    registers: [metrics],
  });
}

async function run({ name, stop }: Step, logger: Logger): Promise<void> {
  try {
    await stop();
  } catch (error) {
    logger.error({ err: error, step: name }, 'a closing step failed');
  }
}

async function endsWithin(limitMs: number, work: Promise<void>): Promise<boolean> {
  const ended = new AbortController();
  const done = work.then(() => {
    ended.abort();
    return true;
  });
  return Promise.race([done, pause(limitMs, ended.signal).then(() => ended.signal.aborted)]);
}
