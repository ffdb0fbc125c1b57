import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { RunCompleted } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { endAnyRun } from '../domain/run-hold/any-hold.ts';

/** Charges the run; the hold of a run that costs nothing is released. A run without a hold is tried again and ends as a dead letter, since somebody has to look. */
export const onRunCompleted = consumes<Deps, RunCompleted>({
  message: RunCompleted,
  requires: ['runId', 'organizationId'],
  async handle(deps, { value }, { logger }) {
    const { runId, holdId, organizationId, costCents, crowdJobIds } = value;
    if (costCents < 0) throw new PoisonError('the run cost less than nothing');
    await endAnyRun(deps, { runId, holdId, organizationId, outcome: 'completed', costCents, crowdJobIds });
    logger.info({ runId, organizationId, costCents }, 'a run was settled');
  },
});
