import { consumes } from '@assay/chassis/events/consumer';
import { RunFailed } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { runEnded } from '../domain/webhooks/event/build-events.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';

/** A run that failed because its project was deleted is not sent: its webhooks are deleted too. */
export const onRunFailed = consumes<Deps, RunFailed>({
  message: RunFailed,
  concurrency: intakeConcurrency,
  requires: ['runId', 'projectId', 'organizationId'],
  async handle(deps, event) {
    const { value } = event;
    if (value.projectDeleted) return;
    const ended = { ...value, status: 'failed', verdict: undefined, confidence: undefined } as const;
    await deps.intake.add(runEnded(event, ended));
  },
});
