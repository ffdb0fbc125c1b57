import { countFree, isPending, listVariants, sum } from './state.ts';
import type { ModelJob, State } from './state.ts';

export type JobStatus = 'assignable' | 'paused' | 'no_tasks' | 'finished' | 'expired' | 'archived';

/** Moves the model to a time: claims and jobs end, and automatic acceptances become due, each at its own moment. */
export function passTime(state: State, now: number): void {
  state.now = now;
  for (const job of Object.values(state.jobs)) {
    for (const claim of job.claims)
      if (claim.state === 'open' && now >= claim.expiresAt) claim.state = 'expired';
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
    if (variant.isClosed || isEnded) variant.closedSlots += countFree(job, index);
  job.wasFinished = isFinished(job);
}

export function readStatus(job: ModelJob): JobStatus {
  if (job.mode !== 'open') return job.mode;
  if (isFinished(job)) return 'finished';
  return hasFree(job) ? 'assignable' : 'no_tasks';
}

export function countSlots(job: ModelJob): number {
  return job.variants.length * job.repetitions;
}

export function countClosed({ variants }: ModelJob): number {
  return sum(variants.map(({ closedSlots }) => closedSlots));
}

/** Finished: accepted, pending and closed slots are at least `maxSlots` (C76). */
function isFinished(job: ModelJob): boolean {
  const kept = job.answers.filter((answer) => answer.state === 'accepted' || isPending(answer)).length;
  return kept + countClosed(job) >= countSlots(job);
}

function hasFree(job: ModelJob): boolean {
  return listVariants(job).some((variant) => countFree(job, variant) > 0);
}
