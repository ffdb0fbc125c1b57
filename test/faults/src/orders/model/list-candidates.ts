import { isGuest, isOutsider } from './operation.ts';
import { countFree, countGolden, listVariants } from './state.ts';
import type { ModelJob, State } from './state.ts';

/** A guest whose first claim had no response, so that the client cannot act as this guest. */
export const lostGuest = -1;
/** Guests of one address have at most this many open claims in a job, or a share of its slots (N113). */
const minGuestClaims = 5;
const maxGuestShare = 0.25;

interface Candidate {
  readonly variant: number;
  /** False if the worker had the variant before, so that it may be passed over. */
  readonly isCertain: boolean;
}

/** Lists the variants that the worker may get: free, not answered by the worker, and visible to an outsider. */
export function listCandidates(state: State, job: ModelJob, worker: number): Candidate[] {
  return listVariants(job)
    .filter((variant) => countFree(job, variant) > 0)
    .filter(
      (variant) => !job.answers.some((answer) => answer.worker === worker && answer.variant === variant),
    )
    .filter((variant) => !isClosedTo(state, job, { worker, variant }))
    .map((variant) => ({
      variant,
      isCertain:
        findFile(state, job, variant)?.isDeleted !== true &&
        !job.claims.some((claim) => claim.worker === worker && claim.variant === variant),
    }));
}

/** Lists the golden tasks that the worker may get: each once, and as many as the job pays for (C30). */
export function listGolden(job: ModelJob, worker: number): Candidate[] {
  const { open, accepted } = countGolden(job);
  if (open + accepted >= job.goldenSlots) return [];
  return Array.from({ length: job.terms.goldenVariants }, (_, index) => job.variants.length + index)
    .filter(
      (variant) => !job.answers.some((answer) => answer.worker === worker && answer.variant === variant),
    )
    .map((variant) => ({ variant, isCertain: false }));
}

/** Returns the file of a variant; undefined if the variant has none. */
export function findFile(state: State, { terms }: ModelJob, variant: number) {
  return terms.source === 'files' ? state.files[terms.files[variant] ?? -1] : undefined;
}

/** Returns true for an outsider whose file is no longer public (N102). */
export function isClosedTo(
  state: State,
  job: ModelJob,
  on: { readonly worker: number; readonly variant: number },
): boolean {
  const file = findFile(state, job, on.variant);
  return isOutsider(on.worker) && file !== undefined && (!file.isPublic || file.isDeleted);
}

export function countGuestClaims({ claims }: ModelJob): number {
  const own = claims.filter(({ worker }) => isGuest(worker) || worker === lostGuest);
  return own.filter(({ state }) => state === 'open').length;
}

export function countGuestLimit({ variants, repetitions }: ModelJob): number {
  return Math.max(minGuestClaims, Math.floor(variants.length * repetitions * maxGuestShare));
}
