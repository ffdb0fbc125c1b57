import type { CallContext, OutgoingCall } from '@assay/chassis/call-context';
import { userIdOf } from '@assay/chassis/call-context';
import { DomainError, invalidField, notFound } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import type { StartRunRequest, StartRunResponse } from '@assay/proto/runs/v1/runs_service';
import type { Deps } from '../deps.ts';
import { findPipeline } from '../domain/catalog.ts';
import { checkContextClaims } from '../domain/context-claims.ts';
import type { Pipeline } from '../domain/pipeline.ts';
import { newRun } from '../domain/run.ts';
import type { Run } from '../domain/run.ts';
import { checkFileIds, checkSubjectFiles } from '../domain/subject-files.ts';
import type { SubjectFile } from '../domain/subject-files.ts';
import { runStarted, stageRequested } from '../events/run-events.ts';
import { runsCollection } from '../store/runs-store.ts';
import { holdRequest } from './hold-request.ts';
import { fromFile } from './subject-file-message.ts';
import { toRunMessage } from './run-message.ts';

/**
 * Accepts a run: the run is inserted unseen, its money held under the run's id, then the run made visible together with
 * its first events. Dying in between leaves an unseen run, which `releaseAbandonedStarts` ends.
 */
export async function startRun(
  deps: Deps,
  call: CallContext,
  request: StartRunRequest,
): Promise<StartRunResponse> {
  const pipeline = startablePipeline(request.pipelineSlug);
  checkFileIds(pipeline, request.fileIds);
  const files = await readFiles(deps, call, request);
  if (request.contextId !== '') throw notFound('verification context');
  checkContextClaims(pipeline, request.contextData ?? {});
  checkSubjectFiles(pipeline, files);
  const run = newRun(
    {
      organizationId: call.organizationId,
      projectId: request.projectId,
      pipeline,
      files,
      contextData: request.contextData ?? null,
      startedBy: userIdOf(call),
    },
    deps.clock.now(),
    newId,
  );
  await deps.runs.insertUnpaid(run);
  await hold(deps, call, run);
  await accept(deps, call, run);
  return { run: toRunMessage(run) };
}

function startablePipeline(slug: string): Pipeline {
  if (slug.length < 1 || slug.length > 100) throw invalidField('pipelineSlug', 'must be 1 to 100 characters');
  const pipeline = findPipeline(slug);
  if (pipeline === undefined) throw notFound('pipeline');
  if (pipeline.status !== 'active') {
    throw new DomainError('FAILED_PRECONDITION', 'PIPELINE_UNAVAILABLE', `${slug} cannot be started now`, {
      details: { state: pipeline.status, allowed: ['active'] },
    });
  }
  return pipeline;
}

async function readFiles(
  { projects, files }: Deps,
  call: OutgoingCall,
  { projectId, fileIds }: StartRunRequest,
): Promise<SubjectFile[]> {
  await projects.getProject(call, { projectId });
  if (fileIds.length === 0) return [];
  const answer = await files.batchGetFiles(call, { projectId, fileIds });
  return answer.files.map(fromFile);
}

const refusals = ['INSUFFICIENT_BALANCE', 'SPEND_LIMIT_EXCEEDED'];

async function hold(deps: Deps, call: CallContext, run: Run): Promise<void> {
  try {
    await deps.billing.placeHold(call, holdRequest(call, run));
  } catch (error) {
    // Only a refusal is certain to have held nothing; after any other failure the sweep releases first.
    if (error instanceof DomainError && refusals.includes(error.reason)) {
      await deps.runs.removeUnpaid(run.organizationId, run.id);
    }
    throw error;
  }
}

async function accept(deps: Deps, call: CallContext, run: Run): Promise<void> {
  const first = run.stages[0];
  const work = first === undefined ? [] : [stageRequested(run, first.slug, call)];
  const accepted = await deps.runs.accept(run.organizationId, run.id, [runStarted(run, call), ...work]);
  if (!accepted)
    throw new DomainError('UNAVAILABLE', 'START_TOOK_TOO_LONG', 'the run could not be started in time');
  deps.relay.notify(runsCollection, run.id);
}
