import type { CallContext } from '@assay/chassis/call-context';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../../deps.ts';
import { readValues } from '../task/read-values.ts';
import type { Task } from '../task/task.ts';
import { findOwnJob } from './check-job-access.ts';
import { noSlots } from './job.ts';
import type { Job, JobStatus, JobWithCounts } from './job.ts';
import { settleJob } from './settle-job.ts';
import type { SettleDeps } from './settle-job.ts';

/** Reads a job as it is now. NOT_FOUND for an unknown one, or one of another organization. */
export async function getJob(deps: SettleDeps, call: CallContext, jobId: string): Promise<JobWithCounts> {
  return readJob(deps, await findOwnJob(deps, call, jobId));
}

/** Settles a job, and counts its slots. */
export async function readJob(deps: SettleDeps, job: Job): Promise<JobWithCounts> {
  const [read] = await readJobs(deps, [job]);
  return read ?? { job, counts: noSlots };
}

interface ListJobs {
  readonly projectId: string | undefined;
  readonly status: JobStatus | undefined;
  readonly page: Page;
}

/** Lists jobs, newest first. NOT_FOUND for a project that the organization does not have. */
export async function listJobs(
  deps: SettleDeps & Pick<Deps, 'projects'>,
  call: CallContext,
  { projectId, status, page }: ListJobs,
): Promise<PageOf<JobWithCounts>> {
  const { organizationId, requestId } = call;
  if (projectId !== undefined) await deps.projects.check(organizationId, projectId, requestId);
  const { items, ...facts } = await deps.jobs.list(organizationId, { projectId, status }, page);
  return { items: await readJobs(deps, items), ...facts };
}

async function readJobs(deps: SettleDeps, jobs: readonly Job[]): Promise<readonly JobWithCounts[]> {
  const settled = await Promise.all(jobs.map((job) => settleJob(deps, job)));
  const counts = await deps.tasks.count(settled.map(({ id }) => id));
  return settled.map((job) => ({ job, counts: counts.get(job.id) ?? noSlots }));
}

/** Lists the tasks of a job with their values, the last one first. NOT_FOUND as in `getJob`. */
export async function listTasks(
  deps: SettleDeps & Pick<Deps, 'jobValues'>,
  call: CallContext,
  { jobId, page }: { readonly jobId: string; readonly page: Page },
): Promise<PageOf<Task>> {
  await settleJob(deps, await findOwnJob(deps, call, jobId));
  const { items, ...facts } = await deps.tasks.list(jobId, Infinity, page);
  const tasks: Task[] = [];
  // One after the other, since neighbours often share their values.
  for (const task of items) {
    tasks.push({ ...task, variant: { ...task.variant, values: await readValues(deps, task) } });
  }
  return { items: tasks, ...facts };
}
