import { countFree, countGolden, isPending, listVariants, sum } from './state.ts';
import type { ModelJob, State } from './state.ts';

export type JobStatus = 'assignable' | 'paused' | 'no_tasks' | 'finished' | 'expired' | 'archived';

/** Moves the model to a time: claims and jobs end, and automatic acceptances become due, each at its own moment. */
export function passTime(state: State, now: number): void {
  state.now = now;
  for (const job of Object.values(state.jobs)) {
    for (const claim of job.claims)
      if (claim.state === 'open' && now >= claim.expiresAt) {
        claim.state = 'expired';
        closeSurplus(job, claim.variant);
      }
    for (const answer of job.answers) {
      if (answer.state === 'pending' && now >= answer.dueAt) answer.state = 'due';
    }
    settleJob(job, now);
  }
}

/**
 * Settles a job after a change. Its end ends `assignable` at once and `no_tasks` when a slot would come free (C8). Slots that nobody can
 * fill any more are closed, and their money is released (C31): those of ended jobs, and of variants whose file was deleted (C65).
 */
export function settleJob(job: ModelJob, now: number): void {
  const isPast = job.mode === 'open' && now >= job.validUntil;
  if (isPast && !job.wasFinished && !isFinished(job) && hasFree(job)) job.mode = 'expired';
  const isEnded = job.mode === 'expired' || job.mode === 'archived' || isPast;
  for (const [index, variant] of job.variants.entries())
    if (variant.isClosed || isEnded) {
      variant.closedSlots += countFree(job, index) + variant.unopened;
      variant.unopened = 0;
    }
  const golden = countGolden(job);
  if (isEnded) job.goldenSlots = golden.open + golden.accepted;
  job.wasFinished = isFinished(job);
}

/**
 * Closes a slot that came free while its variant has one more answer than repetitions (C25): the job then has accepted, pending and closed
 * slots for all (C76), so its money is released (C31).
 */
export function closeSurplus(job: ModelJob, index: number): void {
  const variant = job.variants[index];
  if (variant === undefined) return;
  const count = Math.min(variant.surplus, countFree(job, index));
  variant.surplus -= count;
  variant.closedSlots += count;
}

export function readStatus(job: ModelJob): JobStatus {
  if (job.mode !== 'open') return job.mode;
  if (isFinished(job)) return 'finished';
  return hasFree(job) ? 'assignable' : 'no_tasks';
}

export function countClosed({ variants }: ModelJob): number {
  return sum(variants.map(({ closedSlots }) => closedSlots));
}

/** Finished: each variant has accepted, pending and closed slots for all its slots, one more for each undone answer included (C25, C76). */
function isFinished(job: ModelJob): boolean {
  return job.variants.every(({ closedSlots, extraSlots }, index) => {
    const own = job.answers.filter(({ variant }) => variant === index);
    const kept = own.filter((answer) => answer.state === 'accepted' || isPending(answer)).length;
    return kept + closedSlots >= job.repetitions + extraSlots;
  });
}

function hasFree(job: ModelJob): boolean {
  return listVariants(job).some((variant) => countFree(job, variant) > 0);
}
