import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { RunCompleted, RunFailed, RunStarted, StageRequested } from '@assay/proto/runs/v1/run_events';
import type { Run } from '../domain/run.ts';

interface Cause {
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}

export function runStarted(run: Run, call: Cause): OutboxEntry {
  const { id: runId, projectId, organizationId, pipelineSlug } = run;
  return newEvent(RunStarted, { runId, projectId, organizationId, pipelineSlug }, { organizationId, call });
}

export function stageRequested(run: Run, stageSlug: string, call: Cause): OutboxEntry {
  const { id: runId, organizationId } = run;
  return newEvent(StageRequested, { runId, organizationId, stageSlug }, { organizationId, call });
}

export function runCompleted(run: Run, call: Cause): OutboxEntry {
  const { id: runId, projectId, organizationId, costCents, startedBy, pipelineSlug } = run;
  const value = { runId, projectId, organizationId, costCents, startedBy, pipelineSlug };
  return newEvent(RunCompleted, value, { organizationId, call });
}

export function runFailed(run: Run, error: string, call: Cause): OutboxEntry {
  const { id: runId, projectId, organizationId } = run;
  return newEvent(RunFailed, { runId, projectId, organizationId, error }, { organizationId, call });
}
