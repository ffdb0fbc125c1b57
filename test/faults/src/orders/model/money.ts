import { countFree, countGolden, isPending, listVariants, priceAnswer, runPriceCents, sum } from './state.ts';
import type { ModelJob, State } from './state.ts';

/** Returns the cents that a job needs: a unit for each open claim, each answer under review and each slot that can be filled (C31, C32). */
export function computeJobNeed(job: ModelJob): number {
  if (job.isGone) return 0;
  const golden = countGolden(job);
  const open = job.claims.filter(({ state }) => state === 'open').length - golden.open;
  const pending = job.answers.filter(isPending).length;
  const free = sum(listVariants(job).map((variant) => countFree(job, variant)));
  const unopened = sum(job.variants.map((variant) => variant.unopened));
  return (open + pending + free + unopened + job.goldenSlots - golden.accepted) * priceAnswer(job.terms);
}

/** Returns the cents that a job has charged: a unit for each accepted answer (C31). */
export function computeJobSpending({ terms, answers }: ModelJob): number {
  return answers.filter(({ state }) => state === 'accepted').length * priceAnswer(terms);
}

/** Returns the cents that are reserved or charged. The rest of the credit is available. */
function computeBound({ jobs, runs }: State): number {
  const ofJobs = Object.values(jobs).map((job) => computeJobNeed(job) + computeJobSpending(job));
  const paid = Object.values(runs).filter(({ state }) => state === 'active' || state === 'completed');
  return sum(ofJobs) + paid.length * runPriceCents;
}

/** Adds the cents that time or a late effect released: a hold may be refused as if they were not there yet. */
export function noteReleases(before: State, after: State): void {
  after.releasedCents += Math.max(0, computeBound(before) - computeBound(after));
}

/** The effect of a change on the account. `firstCents` is the amount that is held before the change is made. */
export interface Movement {
  readonly isPossible: boolean;
  /** A hold is refused while releases have not taken effect. */
  readonly isRefusable: boolean;
  readonly releasedCents: number;
}

export function compareMoney(before: State, after: State, firstCents = 0): Movement {
  const bound = computeBound(before);
  const rise = computeBound(after) - bound;
  const available = before.welcomeCents - bound;
  const highest = Math.max(rise, firstCents);
  return {
    isPossible: rise <= 0 || rise <= available,
    isRefusable: highest > 0 && highest > available - before.releasedCents,
    releasedCents: Math.max(0, -rise) + Math.max(0, firstCents - Math.max(rise, 0)),
  };
}
