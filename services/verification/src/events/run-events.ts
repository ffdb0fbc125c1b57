import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import {
  RunBegan,
  RunCompleted,
  RunFailed,
  RunStarted,
  StageRequested,
} from '@assay/proto/runs/v1/run_events';
import type { SingleFileRun } from '@assay/proto/runs/v1/run_events';
import { canceledError, projectDeletedError } from '../domain/run/run.ts';
import type { Cause, Run } from '../domain/run/run.ts';
import { verdicts } from './verdict-message.ts';

export function runStarted(run: Run, cause: Cause): OutboxEntry {
  const { id: runId, projectId, organizationId, pipelineSlug } = run;
  const value = { runId, projectId, organizationId, pipelineSlug, singleFileRun: singleFileRunOf(run) };
  return newEvent(RunStarted, value, { organizationId, call: cause });
}

/** Nothing for a run that nobody lists by its file. */
export function runBegan(run: Run, cause: Cause): readonly OutboxEntry[] {
  const { id: runId, projectId, organizationId } = run;
  const singleFileRun = singleFileRunOf(run);
  if (singleFileRun === undefined) return [];
  const value = { runId, projectId, organizationId, singleFileRun };
  return [newEvent(RunBegan, value, { organizationId, call: cause })];
}

export function stageRequested(run: Run, stageSlug: string, cause: Cause): OutboxEntry {
  const { id: runId, organizationId } = run;
  return newEvent(StageRequested, { runId, organizationId, stageSlug }, { organizationId, call: cause });
}

/** Builds the event of a run that has ended. All events of one attempt at a run have the same id. */
export function runEnded(run: Run, cause: Cause, occurredAt?: Date): OutboxEntry {
  const { id: runId, organizationId, status, attempt } = run;
  const context = { organizationId, call: cause, occurredAt, identity: `${runId} ${attempt.toString()}` };
  return status === 'completed'
    ? newEvent(RunCompleted, buildCompleted(run), context)
    : newEvent(RunFailed, buildFailed(run), context);
}

function buildCompleted(run: Run): RunCompleted {
  const { id: runId, projectId, organizationId, startedBy, pipelineSlug, holdId, charge } = run;
  const { verdict, confidence } = run.conclusion ?? {};
  return {
    runId,
    projectId,
    organizationId,
    // The answers of people are charged one by one.
    costCents: charge?.machineCents ?? run.costCents,
    startedBy,
    pipelineSlug,
    holdId,
    verdict: verdict && verdicts.toMessage(verdict),
    confidence,
    singleFileRun: singleFileRunOf(run),
    // The conclusion is removed with the project.
    projectDeleted: run.conclusion === null,
    crowdJobIds: [...(charge?.crowdJobIds ?? [])],
  };
}

function buildFailed(run: Run): RunFailed {
  const { id: runId, projectId, organizationId, pipelineSlug, error, holdId, charge } = run;
  return {
    runId,
    projectId,
    organizationId,
    pipelineSlug,
    error,
    holdId,
    singleFileRun: singleFileRunOf(run),
    projectDeleted: error === projectDeletedError,
    crowdJobIds: [...(charge?.crowdJobIds ?? [])],
    canceled: error === canceledError,
  };
}

/** Undefined for a run that is none, or of which no file is left. */
function singleFileRunOf(run: Run): SingleFileRun | undefined {
  const { isSingleFileRun, files, pipelineSlug, attempt, createdAt, updatedAt: changedAt } = run;
  const [file] = files;
  if (!isSingleFileRun || file === undefined) return undefined;
  return { fileId: file.id, pipelineSlug, attempt, createdAt, changedAt };
}
