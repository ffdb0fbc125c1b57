import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { RunFailed } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { releaseHold } from '../domain/hold/release-hold.ts';

export const onRunFailed = consumes<Deps, RunFailed>({
  message: RunFailed,
  async handle(deps, { value }, { logger }) {
    const { runId, holdId, organizationId } = value;
    if (runId === '' || organizationId === '') throw new PoisonError('it names no run or no organization');
    await releaseHold(deps, { runId, holdId, organizationId });
    logger.info({ runId, organizationId }, 'the hold of a failed run was released');
  },
});
