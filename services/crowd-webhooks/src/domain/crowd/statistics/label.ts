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

/** The most probable option. */
interface BestOption {
  /** Undefined for a tie: no option is more probable than all others. */
  readonly value: string | undefined;
  readonly confidence: number;
}

/** The order of answers changes sums by less than this. Two options that differ less are a tie. */
const tieTolerance = 1e-9;

/** Finds the most probable option. Undefined for a distribution without options. */
export function findBest(distribution: Distribution): BestOption | undefined {
  const [first, second] = [...distribution].toSorted(([, one], [, other]) => other - one);
  if (first === undefined) return undefined;
  const [value, confidence] = first;
  const isTie = second !== undefined && confidence - second[1] < tieTolerance;
  return { value: isTie ? undefined : value, confidence };
}
