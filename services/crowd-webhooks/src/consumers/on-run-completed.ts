import { consumes } from '@assay/chassis/events/consumer';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { Verdict } from '@assay/proto/runs/v1/run';
import { RunCompleted } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { closeJobsOfRun } from '../domain/crowd/run/close-responses.ts';
import { runEnded } from '../domain/webhooks/event/build-events.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';

const verdicts = createEnumCodec(Verdict);

/** Ends the crowd jobs of the run that are still open. A run that was deleted with its project is not sent: its webhooks are deleted too. */
export const onRunCompleted = consumes<Deps, RunCompleted>({
  message: RunCompleted,
  concurrency: intakeConcurrency,
  requires: ['runId', 'projectId', 'organizationId'],
  async handle(deps, event) {
    await closeJobsOfRun(deps, event.value, 'finished');
    const { verdict: value, ...run } = event.value;
    const verdict = value && verdicts.fromMessage(value);
    if (verdict === undefined || run.projectDeleted) return;
    const { confidence } = run;
    await deps.intake.add(runEnded(event, { ...run, status: 'completed', verdict, confidence }));
  },
});
