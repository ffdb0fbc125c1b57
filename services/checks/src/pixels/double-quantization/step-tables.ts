import { ijgTable } from '@assay/media/jpeg/estimate-quality';

/** The frequencies that are looked at: the 15 lowest but the mean, as `[vertical, horizontal]`. */
export const frequencies = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 0],
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 0],
  [2, 1],
  [2, 2],
  [2, 3],
  [3, 0],
  [3, 1],
  [3, 2],
  [3, 3],
] as const;

/** IJG qualities an earlier compression is looked for at; between two of them the steps hardly differ. */
export const earlierQualities = [50, 53, 56, 59, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90];

/** A step below this leaves no trace that outlives rounding to pixels. */
const leastStep = 3;
/** An earlier compression shows through a later one only where its steps are coarser by this factor in the mean. */
const leastCoarseness = 1.25;
const leastWeight = 0.05;
const leastFrequencies = 3;

/** Steps of the frequencies above, in their order, from a table of 64 in natural order. */
export function stepsOf(table: readonly number[]): number[] {
  return frequencies.map(([v, u]) => table[v * 8 + u] ?? 1);
}

/** The steps of each frequency that occur in the earlier tables, rising. */
export const stepsByFrequency: readonly (readonly number[])[] = frequencies.map((_, k) => {
  const steps = earlierQualities.map((quality) => stepsOf(ijgTable(0, quality))[k] ?? 1);
  return [...new Set(steps)].filter((step) => step >= leastStep).sort((p, q) => p - q);
});

/** One earlier compression to look for. */
export interface EarlierTable {
  readonly quality: number;
  /** By frequency: which of its steps (`stepsByFrequency`) this table has, and how much of its trace the last save leaves. */
  readonly parts: readonly {
    readonly frequency: number;
    readonly step: number;
    readonly weight: number;
  }[];
}

/**
 * The earlier compressions that can show through a last one with these steps. Rounding to steps `q` adds noise of variance
 * `q²/12`, which leaves `exp(-2π²·q²/12/s²)` of the mean of `cos(2πc/s)` over coefficients that were multiples of `s`.
 */
export function tablesThrough(lastSteps: readonly number[]): EarlierTable[] {
  return earlierQualities.flatMap((quality) => {
    const steps = stepsOf(ijgTable(0, quality));
    const coarseness = steps.reduce((sum, step, k) => sum + step / (lastSteps[k] ?? 1), 0) / steps.length;
    if (coarseness < leastCoarseness) return [];
    const parts = steps.flatMap((step, frequency) => {
      const weight = Math.exp((-2 * Math.PI ** 2 * (lastSteps[frequency] ?? 1) ** 2) / 12 / step ** 2);
      const index = stepsByFrequency[frequency]?.indexOf(step) ?? -1;
      return index < 0 || weight < leastWeight ? [] : [{ frequency, step: index, weight }];
    });
    return parts.length < leastFrequencies ? [] : [{ quality, parts }];
  });
}
