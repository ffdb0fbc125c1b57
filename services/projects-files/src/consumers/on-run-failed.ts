import { consumes } from '@assay/chassis/events/consumer';
import { RunFailed } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { followRun } from '../domain/pipeline-run/follow-run.ts';
import { toldRun } from './told-run.ts';

export const onRunFailed = consumes<Deps, RunFailed>({
  message: RunFailed,
  async handle(deps, { value }) {
    const told = toldRun(value, { status: 'failed', error: value.error });
    if (told !== undefined) await followRun(deps, told);
  },
});
