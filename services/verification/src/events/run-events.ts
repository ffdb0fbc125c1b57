import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { RunCompleted, RunFailed, RunStarted, StageRequested } from '@assay/proto/runs/v1/run_events';
import type { Cause, Run } from '../domain/run/run.ts';

export function runStarted(run: Run, cause: Cause): OutboxEntry {
  const { id: runId, projectId, organizationId, pipelineSlug } = run;
  return newEvent(
    RunStarted,
    { runId, projectId, organizationId, pipelineSlug },
    { organizationId, call: cause },
  );
}

export function stageRequested(run: Run, stageSlug: string, cause: Cause): OutboxEntry {
  const { id: runId, organizationId } = run;
  return newEvent(StageRequested, { runId, organizationId, stageSlug }, { organizationId, call: cause });
}

export function runCompleted(run: Run, cause: Cause): OutboxEntry {
  const { id: runId, projectId, organizationId, costCents, startedBy, pipelineSlug, holdId } = run;
  const value = { runId, projectId, organizationId, costCents, startedBy, pipelineSlug, holdId };
  return newEvent(RunCompleted, value, { organizationId, call: cause });
}

export function runFailed(run: Run, error: string, cause: Cause): OutboxEntry {
  const { id: runId, projectId, organizationId, holdId } = run;
  const value = { runId, projectId, organizationId, error, holdId };
  return newEvent(RunFailed, value, { organizationId, call: cause });
}
