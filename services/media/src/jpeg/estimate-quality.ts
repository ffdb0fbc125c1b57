import type { QuantizationTable } from './jpeg-structure.ts';

/** ITU-T T.81 Annex K.1, natural order: the tables libjpeg scales. */
const luminanceSteps = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const chrominanceSteps = [
  17,
  18,
  24,
  47,
  99,
  99,
  99,
  99,
  18,
  21,
  26,
  66,
  99,
  99,
  99,
  99,
  24,
  26,
  56,
  99,
  99,
  99,
  99,
  99,
  47,
  66,
  99,
  99,
  99,
  99,
  99,
  99,
  ...new Array<number>(32).fill(99),
];

export interface QualityEstimate {
  /** IJG quality 1..100 whose tables come closest. */
  readonly quality: number;
  /** True when the tables are exactly those libjpeg writes at that quality. */
  readonly exact: boolean;
  /** Mean absolute difference of a step, over the tables compared. */
  readonly residual: number;
}

/**
 * Finds the IJG quality (jpeg_set_quality of libjpeg 6b and its descendants) nearest to the tables: table 0 against the
 * scaled luminance table, table 1 against the scaled chrominance table. Null without a table 0.
 */
export function estimateQuality(tables: readonly QuantizationTable[]): QualityEstimate | null {
  const luminance = tables.find((table) => table.id === 0)?.values;
  if (luminance === undefined) return null;
  const chrominance = tables.find((table) => table.id === 1)?.values;
  let best: QualityEstimate | null = null;
  for (let quality = 1; quality <= 100; quality += 1) {
    const residual = distance({ luminance, chrominance }, quality);
    if (best === null || residual < best.residual) best = { quality, exact: residual === 0, residual };
  }
  return best;
}

/** The table libjpeg writes; `which` is 0 for luminance and 1 for chrominance. */
export function ijgTable(which: 0 | 1, quality: number): readonly number[] {
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - quality * 2;
  return (which === 0 ? luminanceSteps : chrominanceSteps).map((step) =>
    Math.min(255, Math.max(1, Math.floor((step * scale + 50) / 100))),
  );
}

interface Observed {
  readonly luminance: readonly number[];
  readonly chrominance: readonly number[] | undefined;
}

function distance(observed: Observed, quality: number): number {
  const first = meanDifference(observed.luminance, ijgTable(0, quality));
  if (observed.chrominance === undefined) return first;
  return (first + meanDifference(observed.chrominance, ijgTable(1, quality))) / 2;
}

function meanDifference(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, step, index) => sum + Math.abs(step - (other[index] ?? 0)), 0) / one.length;
}
