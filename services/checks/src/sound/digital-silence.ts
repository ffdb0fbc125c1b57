/** A run of samples of one value. */
export interface SilentRun {
  readonly start: number;
  readonly length: number;
}

/** Far less than the rounding of 16 bits; a microphone and its converter are never this quiet. */
const stillness = 1e-6;

/** Every run of at least `leastLength` samples that do not differ from each other, as no microphone gives them. */
export function silentRuns(samples: Float32Array, leastLength: number): SilentRun[] {
  const runs: SilentRun[] = [];
  let start = 0;
  for (let i = 1; i <= samples.length; i++) {
    const isStill = i < samples.length && Math.abs((samples[i] ?? 0) - (samples[i - 1] ?? 0)) < stillness;
    if (isStill) continue;
    if (i - start >= leastLength) runs.push({ start, length: i - start });
    start = i;
  }
  return runs;
}

/** The share of the sound that lies in such runs, 0 to 1. */
export function silentShare(samples: Float32Array, leastLength: number): number {
  const silent = silentRuns(samples, leastLength).reduce((sum, { length }) => sum + length, 0);
  return samples.length === 0 ? 1 : silent / samples.length;
}
