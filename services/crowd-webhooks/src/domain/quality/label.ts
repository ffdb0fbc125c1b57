/** One answer to a question with a fixed set of options. */
export interface Label {
  readonly taskId: string;
  readonly workerId: string;
  /** The value of an option. */
  readonly value: string;
}

/** The probability of each option to be the true one. They sum up to 1. */
export type Distribution = ReadonlyMap<string, number>;

/** Divides by the sum, so that the values sum up to 1. */
export function normalize(weights: ReadonlyMap<string, number>): Distribution {
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0);
  return new Map([...weights].map(([value, weight]) => [value, weight / sum]));
}

/** Finds the most probable option. The first one wins a tie. */
export function findBest(
  distribution: Distribution,
): { readonly value: string; readonly confidence: number } | undefined {
  let best: { readonly value: string; readonly confidence: number } | undefined;
  for (const [value, confidence] of distribution) {
    if (best === undefined || confidence > best.confidence) best = { value, confidence };
  }
  return best;
}
