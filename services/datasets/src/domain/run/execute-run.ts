import { createSemaphore } from '@assay/chassis/process/semaphore';
import { createWorker } from '@assay/chassis/work/worker';
import type { Worker } from '@assay/chassis/work/worker';
import type { Deps } from '../../deps.ts';
import { explainFailure } from '../job/execute-unit.ts';
import { concludeRun } from './conclude-run.ts';
import { isOpen } from './run.ts';
import type { Run, RunItem, TakenRun } from './run.ts';
import { treatItem } from './treat-item.ts';

const maxAttempts = 8;

interface WorkerLimits {
  readonly slots: number;
  readonly stopping: AbortSignal;
}

/** Creates the worker of runs on files. */
export function createRunWorker(deps: Deps, { slots, stopping }: WorkerLimits): Worker {
  return createWorker<TakenRun>({
    queue: deps.runs.queue,
    slots,
    maxAttempts,
    stopping,
    clock: deps.clock,
    logger: deps.logger,
    execute: (taken, signal) => executeRun(deps, taken, signal),
    giveUp: async ({ run }, reason) => {
      const { organizationId, id: runId } = run;
      deps.logger.error({ organizationId, runId, reason }, 'a run failed after its last attempt');
      await failRun(deps, run, gaveUp);
    },
  });
}

const gaveUp = 'The run failed repeatedly for a technical reason. Start it again.';
const stalled = 'The run made no progress for a day. Start it again.';

/** Returns the unfinished runs on files. A run that made no progress for a day ends. */
export function unfinishedRuns(deps: Pick<Deps, 'runs' | 'clock'>) {
  return deps.runs.unfinished((run) => failRun(deps, run, stalled));
}

async function failRun(
  { runs, clock }: Pick<Deps, 'runs' | 'clock'>,
  run: Run,
  error: string,
): Promise<void> {
  await runs.end(run, { status: 'failed', counts: undefined, error }, clock.now());
}

/** Treats the files of a run that have no result yet. The result of each file is one write. */
async function executeRun(deps: Deps, taken: TakenRun, signal: AbortSignal): Promise<void> {
  const { run } = taken;
  const items: RunItem[] = [...run.items];
  const slots = createSemaphore(deps.filesAtOnce);
  const treated = items.map(async (item, index) => {
    if (!isOpen(item)) return;
    await slots.run(async () => {
      signal.throwIfAborted();
      const ended = await deps.places.run(
        run.organizationId,
        (interrupted) => treatItem(deps, { run, fileId: item.fileId }, interrupted),
        signal,
      );
      if (await deps.runs.saveItem(taken, index, ended)) items[index] = ended;
    });
  });
  const failure = (await Promise.allSettled(treated)).find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') {
    const reason = explainFailure(deps, failure.reason, taken.attempts);
    if (reason === undefined) throw failure.reason;
    await failRun(deps, run, reason);
    return;
  }
  await deps.runs.finish(taken, concludeRun(items), deps.clock.now());
}
