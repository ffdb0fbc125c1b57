import { consumes } from '@assay/chassis/events/consumer';
import { RunAwaitsPeople } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';

/** Sends `run.awaiting_crowd` to the webhooks of the project. */
export const onRunAwaitsPeople = consumes<Deps, RunAwaitsPeople>({
  message: RunAwaitsPeople,
  concurrency: intakeConcurrency,
  requires: ['runId', 'projectId', 'organizationId'],
  async handle(deps, { id, occurredAt, value }) {
    const { runId, projectId, organizationId, pipelineSlug } = value;
    const status = 'awaiting_crowd';
    await deps.intake.add({
      id,
      occurredAt,
      organizationId,
      name: 'run.awaiting_crowd',
      owner: { kind: 'project', id: projectId },
      body: JSON.stringify({ runId, projectId, pipelineSlug, status, verdict: null, confidence: null }),
    });
  },
});
