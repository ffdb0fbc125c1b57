import type { CallContext } from '@assay/chassis/call-context';
import { orderByCreation, pickPage } from '@assay/chassis/pagination';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../../deps.ts';
import { findJobToWorkOn } from './check-job-access.ts';
import { countPaidGolden, noSlots } from './job.ts';
import type { Job, JobCounts } from './job.ts';
import { requirePerson } from '../worker/person.ts';
import { translateSurvey } from '../survey/built-in/built-in-surveys.ts';
import { findLanguage, readFacts } from '../worker/profile.ts';
import { isQualified } from '../worker/qualifications.ts';

/** A job as workers see it. */
export interface WorkerJob {
  readonly job: Job;
  readonly availableSlots: number;
}

const maxJobs = 1_000;

/** Lists jobs with free tasks for which the worker qualifies, newest first. */
export async function listWorkerJobs(
  deps: Pick<Deps, 'jobs' | 'tasks' | 'clock'> & ClaimCheckDeps,
  call: CallContext,
  page: Page,
): Promise<PageOf<WorkerJob>> {
  const candidates = await listCandidates(deps, call);
  const qualified: Job[] = [];
  for (const job of candidates) if (await mayClaim(deps, call, job)) qualified.push(job);
  const counts = await deps.tasks.count(qualified.map(({ id }) => id));
  const open = qualified
    .map((job) => ({ job, availableSlots: countShownSlots(job, counts.get(job.id)) }))
    .filter(({ availableSlots }) => availableSlots > 0);
  return pickPage(
    open,
    page,
    orderByCreation(({ job }) => job),
  );
}

async function listCandidates(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  call: CallContext,
): Promise<readonly Job[]> {
  if (call.actor.kind !== 'guest') return jobs.listAssignable(call.organizationId, clock.now(), maxJobs);
  const job = await jobs.find(call.actor.jobId);
  return job?.status === 'assignable' ? [job] : [];
}

type ClaimCheckDeps = Pick<Deps, 'workers' | 'guests' | 'workerProfiles'>;

/** A person who is no worker of the organization yet has only the qualifications that each new worker has. */
async function mayClaim(deps: ClaimCheckDeps, call: CallContext, job: Job): Promise<boolean> {
  const person = requirePerson(call);
  const { organizationId, requiredQualifications } = job;
  const worker = await deps.workers.findPerson(organizationId, person);
  if (worker?.isBlocked === true) return false;
  if (requiredQualifications.length === 0) return true;
  const unknown = { goldenCorrect: 0, goldenTotal: 0, completedTasks: 0, qualifications: {} };
  const { deviceType } = call;
  return isQualified(job, worker ?? unknown, await readFacts(deps, job, { person, deviceType }));
}

/** Counts the slots that workers see as free. A claim of a golden task takes one of them, as any claim does. */
function countShownSlots(job: Job, counts: JobCounts = noSlots): number {
  const { available, goldenAccepted, goldenClaimed } = counts;
  if (available === 0) return 0;
  return available + Math.max(countPaidGolden(job) - goldenAccepted - goldenClaimed, 0);
}

/** A job with the introduction of its survey. */
export interface WorkerJobDetails extends WorkerJob {
  readonly introduction: string | undefined;
}

/** Reads a job as workers see it, with the introduction of its survey. Errors as `findJobToWorkOn`. */
export async function getWorkerJob(
  deps: Pick<Deps, 'jobs' | 'tasks' | 'surveyVersions' | 'guests' | 'workerProfiles'>,
  call: CallContext,
  jobId: string,
): Promise<WorkerJobDetails> {
  const job = await findJobToWorkOn(deps, call, jobId);
  const counts = await deps.tasks.count([jobId]);
  const stored = await deps.surveyVersions.findForJob(job);
  const survey = stored && translateSurvey(stored, await findLanguage(deps, call, job), []);
  return {
    job: job.run === undefined ? job : { ...job, title: survey?.title ?? job.title },
    introduction: survey?.introduction,
    availableSlots: job.status === 'assignable' ? countShownSlots(job, counts.get(jobId)) : 0,
  };
}
