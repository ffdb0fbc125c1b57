import { createServiceCall } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { addRepetitions } from '../job/add-repetitions.ts';
import { buildTasks } from '../job/build-tasks.ts';
import { closeRunJob } from '../job/close-run-job.ts';
import type { InputCall, InputFile } from '../job/input/input-source.ts';
import { hasOutsiders } from '../job/input/inputs.ts';
import { isRunOver } from '../job/job.ts';
import type { Job } from '../job/job.ts';
import { settleJob } from '../job/settle-job.ts';
import { limitResponses, newRunJob } from './new-run-job.ts';
import type { ResponseRequest } from './response-request.ts';

type RequestDeps = Pick<Deps, 'jobs' | 'tasks' | 'inputs' | 'clock' | 'prices'>;

/**
 * Makes the job of a stage that asks people, or gives it the slots that a later request needs. Requests may come twice and in any order: the job
 * is made once, and never gets fewer slots. A job whose files are gone ends at once, and one that its run has closed stays closed. `no survey`:
 * the stage has none in this version.
 */
export async function requestResponses(
  deps: RequestDeps,
  request: ResponseRequest,
  requestId: string | undefined,
): Promise<'requested' | 'no survey'> {
  const job = await retryOnConflict(
    async () =>
      (await deps.jobs.findEvenHidden(request.jobId)) ?? (await createRunJob(deps, request, requestId)),
  );
  if (job === 'no survey') return job;
  if (job.organizationId === request.organizationId && job.run?.runId === request.runId)
    await closeRunJob(deps, await raise(deps, job, limitResponses(request)));
  return 'requested';
}

/** Undefined if another call made the job meanwhile. */
async function createRunJob(
  deps: RequestDeps,
  request: ResponseRequest,
  requestId: string | undefined,
): Promise<Job | 'no survey' | undefined> {
  const { organizationId, fileIds, texts: values } = request;
  const job = newRunJob(request, { now: deps.clock.now(), prices: deps.prices });
  if (job === undefined) return 'no survey';
  const call = createServiceCall('crowd-webhooks', organizationId, requestId);
  const files = await findFiles(deps, call, request);
  const shown = await deps.jobs.showUnrequested({ ...job, status: 'archived' });
  if (shown !== undefined) {
    // No worker has seen the task of an earlier attempt.
    await deps.tasks.removeJob(job.id);
    return shown;
  }
  if (files === undefined) return insert(deps, { ...job, status: 'archived' });
  await deps.inputs.prepareFiles(call, fileIds, hasOutsiders(job));
  const variant = { values, fileIds, fileNames: files.map(({ name }) => name) };
  await deps.tasks.insertMany(buildTasks(job, { normal: [variant], golden: [], chunks: [] }));
  return insert(deps, job);
}

async function insert({ jobs }: RequestDeps, job: Job): Promise<Job | undefined> {
  return (await jobs.insertRequested(job)) ? job : undefined;
}

/** Undefined if a file is gone. */
async function findFiles(
  { inputs }: RequestDeps,
  call: InputCall,
  { projectId, fileIds }: ResponseRequest,
): Promise<readonly InputFile[] | undefined> {
  try {
    return await inputs.listFiles(call, projectId, fileIds);
  } catch (error) {
    if (error instanceof DomainError && error.status === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Gives the task of a job the slots that its run needs. */
async function raise(deps: RequestDeps, job: Job, slots: number): Promise<Job> {
  const raised = await retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? job : ((await deps.jobs.findEvenHidden(job.id)) ?? job);
    if (isRunOver(current) || current.maxRepetitions >= slots) return current;
    return deps.jobs.update(current, { maxRepetitions: slots, updatedAt: deps.clock.now() });
  });
  if (isRunOver(raised)) return raised;
  await addRepetitions(deps, raised);
  return settleJob(deps, raised);
}
