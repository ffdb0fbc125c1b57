import { consumes } from '@assay/chassis/events/consumer';
import { RunFailed } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { releaseHold } from '../domain/hold/release-hold.ts';

export const onRunFailed = consumes<Deps, RunFailed>({
  message: RunFailed,
  requires: ['runId', 'organizationId'],
  async handle(deps, { value }, { logger }) {
    const { runId, holdId, organizationId } = value;
    await releaseHold(deps, { runId, holdId, organizationId });
    logger.info({ runId, organizationId }, 'the hold of a failed run was released');
  },
});
