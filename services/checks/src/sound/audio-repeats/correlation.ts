/** How many samples are compared, and every how-manieth of them counts. */
export interface Stretch {
  readonly length: number;
  readonly step?: number;
}

/**
 * Correlation of the differences between neighbouring samples of two stretches, -1 to 1: differences, since hum and
 * rumble are alike everywhere and would drown what tells two places apart. 0 for silence.
 */
export function correlation(
  samples: Float32Array,
  one: number,
  other: number,
  { length, step = 1 }: Stretch,
): number {
  let products = 0;
  let energy = 0;
  let otherEnergy = 0;
  for (let i = 1; i < length; i += step) {
    const a = (samples[one + i] ?? 0) - (samples[one + i - 1] ?? 0);
    const b = (samples[other + i] ?? 0) - (samples[other + i - 1] ?? 0);
    products += a * b;
    energy += a * a;
    otherEnergy += b * b;
  }
  const least = 1e-12 * (length / step);
  return energy < least || otherEnergy < least ? 0 : products / Math.sqrt(energy * otherEnergy);
}
