import type { CallContext, OutgoingCall } from '@assay/chassis/call-context';
import { userIdOf } from '@assay/chassis/call-context';
import { DomainError, invalidField, notFound } from '@assay/chassis/errors';
import { newId, newIdFor } from '@assay/chassis/ids';
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

type Needed = Pick<Deps, 'clock' | 'runs' | 'relay' | 'projects' | 'files' | 'billing'>;

/**
 * Accepts a run: the run is inserted unseen, its money held under the run's id, then the run made visible together with
 * its first events. Dying in between leaves an unseen run, which a repetition of the call takes up and which
 * `releaseAbandonedStarts` ends otherwise.
 */
export async function startRun(
  deps: Needed,
  call: CallContext,
  request: StartRunRequest,
): Promise<StartRunResponse> {
  const pipeline = startablePipeline(request.pipelineSlug);
  checkFileIds(pipeline, request.fileIds);
  const files = await readFiles(deps, call, request);
  if (request.contextId !== '') throw notFound('verification context');
  checkContextClaims(pipeline, request.contextData ?? {});
  checkSubjectFiles(pipeline, files);
  const wanted = {
    organizationId: call.organizationId,
    projectId: request.projectId,
    pipeline,
    files,
    contextData: request.contextData ?? null,
    startedBy: userIdOf(call),
  };
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const run = { ...newRun(wanted, deps.clock.now(), newId), id: newIdFor(call, `run ${attempt}`) };
    const started = await startOrResume(deps, call, run);
    if (started !== 'given-up') return { run: toRunMessage(started) };
  }
  throw tookTooLong();
}

/** An operation may be begun anew this often after earlier attempts died and were given up by the sweep. */
const maxAttempts = 8;

/** Starts the run, or goes on where an attempt at the same operation stopped. */
async function startOrResume(deps: Needed, call: CallContext, run: Run): Promise<Run | 'given-up'> {
  const { organizationId, id } = run;
  if (await deps.runs.insertUnpaid(run)) return await payAndAccept(deps, call, run);
  const resumed = await deps.runs.resumeUnpaid(organizationId, id, run.createdAt);
  if (resumed !== undefined) return await payAndAccept(deps, call, resumed);
  return (await deps.runs.find(organizationId, id)) ?? 'given-up';
}

async function payAndAccept(deps: Needed, call: CallContext, run: Run): Promise<Run | 'given-up'> {
  if (!(await hold(deps, call, run))) return 'given-up';
  return await accept(deps, call, run);
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
  { projects, files }: Needed,
  call: OutgoingCall,
  { projectId, fileIds }: StartRunRequest,
): Promise<SubjectFile[]> {
  await projects.getProject(call, { projectId });
  if (fileIds.length === 0) return [];
  const answer = await files.batchGetFiles(call, { projectId, fileIds });
  return answer.files.map(fromFile);
}

const refusals = ['INSUFFICIENT_BALANCE', 'SPEND_LIMIT_EXCEEDED', 'HOLD_ENDED'];

/** False when the hold of this id was released, as its start had been given up. */
async function hold(deps: Needed, call: CallContext, run: Run): Promise<boolean> {
  try {
    await deps.billing.placeHold(call, holdRequest(call, run));
    return true;
  } catch (error) {
    // Only a refusal is certain to have held nothing; after any other failure the sweep releases first.
    if (!(error instanceof DomainError) || !refusals.includes(error.reason)) throw error;
    await deps.runs.removeUnpaid(run.organizationId, run.id);
    if (error.reason === 'HOLD_ENDED') return false;
    throw error;
  }
}

async function accept(deps: Needed, call: CallContext, run: Run): Promise<Run> {
  const { organizationId, id } = run;
  const first = run.stages[0];
  const work = first === undefined ? [] : [stageRequested(run, first.slug, call)];
  if (await deps.runs.accept(organizationId, id, [runStarted(run, call), ...work])) {
    deps.relay.notify(runsCollection, id);
    return run;
  }
  const acceptedMeanwhile = await deps.runs.find(organizationId, id);
  if (acceptedMeanwhile !== undefined) return acceptedMeanwhile;
  await deps.billing.releaseHold(call, { runId: id });
  throw tookTooLong();
}

function tookTooLong(): DomainError {
  return new DomainError('UNAVAILABLE', 'START_TOOK_TOO_LONG', 'the run could not be started in time');
}
