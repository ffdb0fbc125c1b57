import type { Logger } from '../logger.ts';

/** What has to be closed, in the reverse order of how it was opened. */
export interface Lifecycle {
  /** Registers one closing step. */
  onStop(name: string, stop: () => Promise<void> | void): void;
  /** Runs all steps once, last in first out; a step that fails is logged and the others still run. */
  stop(): Promise<void>;
  /** Aborted when stopping begins. */
  readonly stopping: AbortSignal;
}

export function createLifecycle(logger: Logger): Lifecycle {
  const steps: { name: string; stop: () => Promise<void> | void }[] = [];
  const stopping = new AbortController();
  let stopped: Promise<void> | undefined;

  async function runSteps(): Promise<void> {
    stopping.abort();
    for (const step of steps.toReversed()) {
      try {
        await step.stop();
      } catch (error) {
        logger.error({ err: error, step: step.name }, 'a closing step failed');
      }
    }
  }

  return {
    onStop: (name, stop) => void steps.push({ name, stop }),
    stop: () => (stopped ??= runSteps()),
    stopping: stopping.signal,
  };
}
