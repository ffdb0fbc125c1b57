import { tileSide } from './average-spectrum.ts';
import type { Spectrum } from './average-spectrum.ts';

/** Distances, in pixels, at which up-sampling repeats itself: decoders double their side several times. */
export const latticePeriods = [2, 4, 8, 16] as const;
/** How far around a frequency its surroundings reach, and what next to it belongs to it (the window widens every line). */
const reach = 6;
const own = 2;
/** Frequencies this near to the lowest hold what is left of the shapes of a picture. */
const lowest = 12;

export interface LatticePeak {
  readonly period: number;
  /** Mean over the frequencies of the period, above the median of their surroundings. */
  readonly decibels: number;
}

/** How far the frequencies of each period stand out; those of a longer one do not count those of a shorter again. */
export function latticePeaks({ power }: Spectrum): LatticePeak[] {
  return latticePeriods.map((period) => {
    const step = tileSide / period;
    const heights: number[] = [];
    for (let v = 0; v <= tileSide / 2; v += step) {
      for (let u = 0; u < tileSide; u += step) {
        const isShorter = period > 2 && u % (2 * step) === 0 && v % (2 * step) === 0;
        if (!isShorter && Math.hypot(folded(u), folded(v)) >= lowest) heights.push(heightAt(power, u, v));
      }
    }
    return { period, decibels: heights.reduce((sum, height) => sum + height, 0) / heights.length };
  });
}

function heightAt(power: Float32Array, u: number, v: number): number {
  const around: number[] = [];
  let most = 1e-12;
  for (let dv = -reach; dv <= reach; dv++) {
    for (let du = -reach; du <= reach; du++) {
      const value = power[wrapped(v + dv) * tileSide + wrapped(u + du)] ?? 0;
      const distance = Math.max(Math.abs(du), Math.abs(dv));
      if (distance === 0) most = Math.max(most, value);
      else if (distance > own) around.push(value);
    }
  }
  around.sort((one, other) => one - other);
  return 10 * Math.log10(most / Math.max(1e-12, around[around.length >> 1] ?? 0));
}

const wrapped = (index: number): number => (index + tileSide) % tileSide;
const folded = (index: number): number => Math.min(index, tileSide - index);

/** Mean level of rings of frequencies from the lowest to half the sampling rate, in decibels against the loudest. */
export function ringLevels({ power }: Spectrum, rings: number): number[] {
  const sums = new Float64Array(rings);
  const counts = new Float64Array(rings);
  for (let v = 0; v < tileSide; v++) {
    for (let u = 0; u < tileSide; u++) {
      const ring = Math.floor((Math.hypot(folded(u), folded(v)) / (tileSide / 2)) * rings);
      if (ring >= rings) continue;
      sums[ring] = (sums[ring] ?? 0) + (power[v * tileSide + u] ?? 0);
      counts[ring] = (counts[ring] ?? 0) + 1;
    }
  }
  const levels = Array.from(sums, (sum, ring) => 10 * Math.log10(Math.max(1e-12, sum / (counts[ring] ?? 1))));
  const loudest = Math.max(...levels);
  return levels.map((level) => Math.round((level - loudest) * 10) / 10);
}
