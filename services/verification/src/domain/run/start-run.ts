import { userIdOf } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId, newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { claimsFor } from '../context/context-claims.ts';
import type { ContextClaims } from '../context/context-claims.ts';
import { getContext } from '../context/get-context.ts';
import { getPipeline } from '../pipeline/catalog.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { checkFileIds, checkSubjectFiles } from '../subject-file/subject-file.ts';
import { newRun } from './run.ts';
import type { NewRun, Run } from './run.ts';

export type StartRunDeps = Pick<Deps, 'clock' | 'runs' | 'contexts' | 'projectFiles' | 'billing'>;

/** What to verify. */
export interface RunOrder {
  readonly projectId: string;
  readonly pipelineSlug: string;
  readonly fileIds: readonly string[];
  /** A saved context; empty or left out: none. */
  readonly contextId?: string | undefined;
  /** Claims given inline, which go over the saved ones; null removes one. */
  readonly contextData?: ContextClaims | undefined;
}

/** An operation may begin anew this often after earlier attempts died and were abandoned. */
const maxAttempts = 8;

/**
 * Accepts a run: the run is inserted unseen, its money held under the run's id, then the run made visible together with
 * its first events. A process that dies in between leaves an unseen run, which a repetition of the call resumes and which
 * `releaseAbandonedStarts` ends otherwise.
 */
export async function startRun(deps: StartRunDeps, call: CallContext, order: RunOrder): Promise<Run> {
  const wanted = await checkOrder(deps, call, order);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const run = { ...newRun(wanted, deps.clock.now(), newId), id: newIdFor(call, `run ${attempt}`) };
    const started = await startOrResume(deps, call, run);
    if (started !== 'abandoned') return started;
  }
  throw tookTooLong();
}

async function checkOrder(deps: StartRunDeps, call: CallContext, order: RunOrder): Promise<NewRun> {
  const { projectId, pipelineSlug, fileIds, contextId = '' } = order;
  const pipeline = await startablePipeline(pipelineSlug);
  checkFileIds(pipeline, fileIds);
  await deps.projectFiles.checkProject(call, projectId);
  const files = await deps.projectFiles.find(call, projectId, fileIds);
  const contextData = await claimsOf(deps, call, { pipeline, order });
  checkSubjectFiles(pipeline, files);
  const { organizationId } = call;
  const startedBy = userIdOf(call);
  return { organizationId, projectId, pipeline, files, contextId, contextData, startedBy };
}

/** Null: none were given. The run keeps them as they are now. */
async function claimsOf(
  deps: Pick<Deps, 'contexts'>,
  call: CallContext,
  { pipeline, order }: { readonly pipeline: Pipeline; readonly order: RunOrder },
): Promise<ContextClaims | null> {
  const { projectId, contextId = '', contextData: given } = order;
  const saved = contextId === '' ? undefined : (await getContext(deps, call, { projectId, contextId })).data;
  const claims = claimsFor(pipeline, { saved: saved ?? {}, given: given ?? {} });
  return saved === undefined && given === undefined ? null : claims;
}

async function startablePipeline(slug: string): Promise<Pipeline> {
  const pipeline = await getPipeline(slug);
  if (pipeline.status !== 'active') {
    throw new DomainError('FAILED_PRECONDITION', 'PIPELINE_UNAVAILABLE', `${slug} cannot be started now`, {
      details: { state: pipeline.status, allowed: ['active'] },
    });
  }
  return pipeline;
}

/** Starts the run, or goes on where an attempt at the same operation stopped. */
async function startOrResume(deps: StartRunDeps, call: CallContext, run: Run): Promise<Run | 'abandoned'> {
  const { organizationId, id } = run;
  if (await deps.runs.insertUnpaid(run)) return await payAndAccept(deps, call, run);
  const resumed = await deps.runs.resumeUnpaid(organizationId, id, run.createdAt);
  if (resumed !== undefined) return await payAndAccept(deps, call, resumed);
  return (await deps.runs.find(organizationId, id)) ?? 'abandoned';
}

async function payAndAccept(deps: StartRunDeps, call: CallContext, run: Run): Promise<Run | 'abandoned'> {
  if (!(await hold(deps, call, run))) return 'abandoned';
  return await accept(deps, call, run);
}

const refusals = ['INSUFFICIENT_BALANCE', 'SPEND_LIMIT_EXCEEDED', 'HOLD_ENDED'];

/** False when the hold of this id was released, as its start had been abandoned. */
async function hold({ billing, runs }: StartRunDeps, call: CallContext, run: Run): Promise<boolean> {
  try {
    await billing.placeHold(call, run);
    return true;
  } catch (error) {
    // Only a refusal is certain to have held nothing; after any other failure the hold is released first.
    if (!(error instanceof DomainError) || !refusals.includes(error.reason)) throw error;
    await runs.removeUnpaid(run.organizationId, run.id);
    if (error.reason === 'HOLD_ENDED') return false;
    throw error;
  }
}

async function accept({ billing, runs }: StartRunDeps, call: CallContext, run: Run): Promise<Run> {
  if (await runs.accept(run, call)) return run;
  const acceptedMeanwhile = await runs.find(run.organizationId, run.id);
  if (acceptedMeanwhile !== undefined) return acceptedMeanwhile;
  await billing.releaseHold(call, run.id);
  throw tookTooLong();
}

function tookTooLong(): DomainError {
  return new DomainError('UNAVAILABLE', 'START_TOOK_TOO_LONG', 'the run could not be started in time');
}
