import type { Proposition } from './conclusion.ts';

/**
 * How probable each proposition is before a file was examined. Most files people check are neither altered nor generated.
 * Authenticity starts even: it is concluded from positive evidence only, and never from how rare forgeries are.
 */
export const prior = { manipulated: 0.1, synthetic: 0.1, authentic: 0.5 } as const satisfies Record<
  Proposition,
  number
>;

/** Among a stranger's files forgeries may be rarer than assumed; the report says what the same evidence is worth then. */
export const rarePrior = 0.01;

/** Posterior probability from a log10 likelihood ratio and a prior probability. */
export function probability(llr: number, priorProbability: number): number {
  return 1 / (1 + ((1 - priorProbability) / priorProbability) * 10 ** -llr);
}

/** What a posterior under one prior would be under another. */
export function underPrior(posterior: number, from: number, to: number): number {
  const ratio = (posterior / (1 - posterior)) * ((1 - from) / from);
  return 1 / (1 + (1 - to) / to / ratio);
}
