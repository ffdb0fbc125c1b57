import type { CallContext } from '@assay/chassis/call-context';
import { newId, newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { newRun } from '../run/run.ts';
import type { NewRun, Run } from '../run/run.ts';
import { checkSingleFileOrder } from './single-file-order.ts';
import type { SingleFileOrder } from './single-file-order.ts';
import { maxStartAttempts, tookTooLong } from '../run/start-run.ts';
import type { StartRunDeps } from '../run/start-run.ts';
import { startTogether } from './start-together.ts';

/** Starts a run over each of the files, in their order, or none. They are listed once this returns. Errors as RunPipeline says. */
export async function runPipeline(
  deps: StartRunDeps & Pick<Deps, 'logger'>,
  call: CallContext,
  order: SingleFileOrder,
): Promise<readonly Run[]> {
  const wanted = await checkSingleFileOrder(deps, call, order);
  for (let attempt = 0; attempt < maxStartAttempts; attempt += 1) {
    const ids = wanted.map((_, index) => newIdFor(call, `run ${attempt} of file ${index}`));
    const started = await startTogether(deps, call, newRuns(wanted, ids, deps.clock.now()));
    if (started === 'abandoned') continue;
    await deps.projectFiles.recordRuns(call, order.projectId, started).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'started runs are listed only when their events arrive');
    });
    return started;
  }
  throw tookTooLong();
}

function newRuns(wanted: readonly NewRun[], ids: readonly string[], now: Date): readonly Run[] {
  const [leadRunId = ''] = ids;
  return wanted.map((one, index) => {
    const run = newRun(one, now, newId);
    return { ...run, id: ids[index] ?? run.id, leadRunId, isSingleFileRun: true };
  });
}
