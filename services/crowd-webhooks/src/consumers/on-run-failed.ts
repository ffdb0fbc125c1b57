import { consumes } from '@assay/chassis/events/consumer';
import { RunFailed } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { closeJobsOfRun } from '../domain/crowd/run/close-responses.ts';
import { runEnded } from '../domain/webhooks/event/build-events.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';

/** Ends the crowd jobs of the run that are still open. A run that failed because its project was deleted is not sent: its webhooks are deleted too. */
export const onRunFailed = consumes<Deps, RunFailed>({
  message: RunFailed,
  concurrency: intakeConcurrency,
  requires: ['runId', 'projectId', 'organizationId'],
  async handle(deps, event) {
    await closeJobsOfRun(deps, event.value, 'archived');
    const { value } = event;
    if (value.projectDeleted) return;
    const ended = { ...value, status: 'failed', verdict: undefined, confidence: undefined } as const;
    await deps.intake.add(runEnded(event, ended));
  },
});
