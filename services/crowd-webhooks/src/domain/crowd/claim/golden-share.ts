import type { Job } from '../job/job.ts';
import { drawFraction } from '../task/task-order.ts';
import type { Participant } from '../worker/worker.ts';

/** The golden tasks of a worker are spread over at most this many ordinary ones, since few workers do more. */
const spreadOver = 100;

type JobShare = Pick<Job, 'id' | 'goldenTaskRatio' | 'goldenCount' | 'variantCount' | 'orderKey'>;

/**
 * Returns the probability that the next task of a worker is a golden one. They are spread evenly over the tasks that the worker can do, and are
 * as many as the ratio says: those that all came first would show by their order.
 */
export function computeGoldenShare(
  job: JobShare,
  { workerId, answered, goldenAnswered }: Pick<Participant, 'workerId' | 'answered' | 'goldenAnswered'>,
): number {
  const { goldenTaskRatio: ratio, goldenCount, variantCount } = job;
  const share = ratio / (1 + ratio);
  if (goldenCount === undefined) return share;
  const ordinary = Math.min(Math.max(variantCount - answered, 0), spreadOver);
  const isShort = variantCount <= spreadOver;
  const goal = isShort
    ? roundForWorker(Math.min(goldenCount, ratio * variantCount), job, workerId)
    : goldenCount;
  const golden = goal - goldenAnswered;
  if (golden <= 0) return 0;
  const spread = golden / (golden + ordinary);
  // A worker who has done all ordinary tasks of a short job gets the golden ones that are left.
  if (isShort) return spread;
  return ordinary === 0 ? 0 : Math.min(share, spread);
}

/** Rounds up for as many workers as the fraction says, and always in the same way for the same worker. */
function roundForWorker(count: number, { id, orderKey = id }: JobShare, workerId: string): number {
  const whole = Math.floor(count);
  return drawFraction(orderKey, `golden ${workerId}`) < count - whole ? whole + 1 : whole;
}
