import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../../deps.ts';
import { readGuestNames } from '../guest/read-guest-names.ts';
import { getJob } from '../job/get-job.ts';
import type { JobCounts } from '../job/job.ts';
import type { Claim, Task } from '../task/task.ts';
import { rateQuality } from '../worker/qualifications.ts';
import { computeAlpha } from '../statistics/krippendorff.ts';
import { listLabels, readDecidingQuestions } from './list-consensus.ts';

/** The work of a worker in a job. */
export interface WorkerStats {
  readonly workerId: string;
  readonly isGuest: boolean;
  /** The name that the guest chose. */
  readonly displayName: string | undefined;
  readonly answers: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly medianSeconds: number | undefined;
  readonly quality: number;
}

export interface JobStats {
  readonly counts: JobCounts;
  readonly medianSeconds: number | undefined;
  /** Krippendorff's α: the mean over the questions with options. Undefined without two answers that can be compared. */
  readonly alpha: number | undefined;
  readonly workers: readonly WorkerStats[];
}

const maxWorkers = 1_000;

/** Reads the statistics of a job from its tasks. NOT_FOUND for a job of another organization. */
export async function getStats(
  deps: Pick<Deps, 'jobs' | 'tasks' | 'workers' | 'guests' | 'surveyVersions' | 'clock'>,
  call: CallContext,
  jobId: string,
): Promise<JobStats> {
  const { job, counts } = await getJob(deps, call, jobId);
  const tasks: Task[] = [];
  for await (const task of deps.tasks.readAll(jobId)) tasks.push(task);
  const questions = await readDecidingQuestions(deps, job);
  const alphas = questions.flatMap(
    ({ key }) =>
      computeAlpha(tasks.filter(({ isGolden }) => !isGolden).flatMap((task) => listLabels(task, key))) ?? [],
  );
  const answers = tasks.flatMap(({ claims }) =>
    claims.filter(({ submittedAt }) => submittedAt !== undefined),
  );
  return {
    counts,
    medianSeconds: computeMedian(answers.map(countSeconds)),
    alpha: alphas.length === 0 ? undefined : alphas.reduce((sum, alpha) => sum + alpha, 0) / alphas.length,
    workers: await describeWorkers(deps, job.organizationId, answers),
  };
}

async function describeWorkers(
  deps: Pick<Deps, 'workers' | 'guests'>,
  organizationId: string,
  answers: readonly Claim[],
): Promise<readonly WorkerStats[]> {
  const groups = [...Map.groupBy(answers, ({ workerId }) => workerId)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, maxWorkers);
  const found = await deps.workers.findMany(
    organizationId,
    groups.map(([id]) => id),
  );
  const names = await readGuestNames(deps, organizationId, found);
  const known = new Map(found.map((worker) => [worker.id, worker]));
  return groups.flatMap(([workerId, own]) => {
    const worker = known.get(workerId);
    if (worker === undefined) return [];
    const count = (state: Claim['state']) => own.filter((claim) => claim.state === state).length;
    return {
      workerId,
      isGuest: worker.isGuest,
      answers: own.length,
      quality: rateQuality(worker),
      accepted: count('accepted'),
      rejected: count('rejected'),
      displayName: names.get(worker.personKey),
      medianSeconds: computeMedian(own.map(countSeconds)),
    };
  });
}

function countSeconds({ claimedAt, submittedAt = claimedAt }: Claim): number {
  return (submittedAt.getTime() - claimedAt.getTime()) / 1_000;
}

function computeMedian(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}
