import { countFree, isPending } from './state.ts';
import type { ModelAnswer, ModelJob } from './state.ts';

/** The accuracy of a worker without golden answers: (3 + 0) / (5 + 0) (C28). */
const accuracy = 3 / 5;

/**
 * Applies the early stop to a variant after one of its answers changed (C11): when the answers agree, the slots that no worker has are closed;
 * while they do not, one more slot opens.
 */
export function applyStopRule(job: ModelJob, index: number): void {
  const variant = job.variants[index];
  if (variant === undefined || job.terms.threshold === undefined) return;
  const own = job.answers.filter((answer) => answer.variant === index);
  const counted = own.filter((answer) => answer.state === 'accepted' || isPending(answer));
  if (counted.length >= job.terms.minResponses && agree(counted, job.terms.threshold)) {
    variant.closedSlots += countFree(job, index) + variant.unopened;
    variant.unopened = 0;
    return;
  }
  const isClaimed = job.claims.some((claim) => claim.variant === index && claim.state === 'open');
  if (countFree(job, index) === 0 && !isClaimed && variant.unopened > 0) variant.unopened -= 1;
}

/** Computes the posterior of the more frequent of two values by Bayes, from equal priors. A tie is no agreement. */
function agree(answers: readonly ModelAnswer[], threshold: number): boolean {
  const yes = answers.filter(({ value }) => value).length;
  const lead = Math.abs(2 * yes - answers.length);
  const odds = (accuracy / (1 - accuracy)) ** lead;
  return lead > 0 && odds / (1 + odds) >= threshold;
}
