import { consumes } from '@assay/chassis/events/consumer';
import { RunStarted } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { followRun } from '../domain/pipeline-run/follow-run.ts';
import { toldRun } from './told-run.ts';

export const onRunStarted = consumes<Deps, RunStarted>({
  message: RunStarted,
  async handle(deps, { value }) {
    const told = toldRun(value, { status: 'pending' });
    if (told !== undefined) await followRun(deps, told);
  },
});
