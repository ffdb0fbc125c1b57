import { consumes } from '@assay/chassis/events/consumer';
import { RunBegan } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { followRun } from '../domain/pipeline-run/follow-run.ts';
import { toldRun } from './told-run.ts';

export const onRunBegan = consumes<Deps, RunBegan>({
  message: RunBegan,
  async handle(deps, { value }) {
    const told = toldRun(value, { status: 'running' });
    if (told !== undefined) await followRun(deps, told);
  },
});
