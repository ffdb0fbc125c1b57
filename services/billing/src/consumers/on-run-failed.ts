import { consumes } from '@assay/chassis/events/consumer';
import { RunFailed } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { endAnyRun } from '../domain/run-hold/any-hold.ts';

export const onRunFailed = consumes<Deps, RunFailed>({
  message: RunFailed,
  requires: ['runId', 'organizationId'],
  async handle(deps, { value }, { logger }) {
    const { runId, holdId, organizationId, crowdJobIds, canceled } = value;
    const outcome = canceled ? 'canceled' : 'failed';
    await endAnyRun(deps, { runId, holdId, organizationId, outcome, costCents: 0, crowdJobIds });
    logger.info({ runId, organizationId }, 'the hold of a failed run was released');
  },
});
