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

/** DC and the five lowest AC frequencies, in natural order. */
const lowFrequencies = [0, 1, 2, 8, 9, 16] as const;

export interface QualityEstimate {
  /** IJG quality 1..100 whose tables come closest. */
  readonly quality: number;
  /** True when the tables are exactly those libjpeg writes at that quality. */
  readonly exact: boolean;
}

/**
 * Finds the IJG quality (jpeg_set_quality of libjpeg 6b and its descendants) whose steps at the low frequencies are nearest to
 * those of the tables: table 0 against the scaled luminance table, table 1 against the scaled chrominance table. Where several
 * qualities have the same steps there, all 64 decide. High frequencies alone mislead: the steps of Photoshop and Lightroom stay
 * near 12 there at every setting, as those of quality 94 do. Null without a table 0.
 */
export function estimateQuality(tables: readonly QuantizationTable[]): QualityEstimate | null {
  const luminance = tables.find((table) => table.id === 0)?.values;
  if (luminance === undefined) return null;
  const chrominance = tables.find((table) => table.id === 1)?.values;
  const distances = Array.from({ length: 100 }, (_, index) =>
    measureDistance({ luminance, chrominance }, index + 1),
  );
  const nearest = distances.reduce((best, next) => (isNearer(next, best) ? next : best));
  return { quality: nearest.quality, exact: nearest.whole === 0 };
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

interface Distance {
  readonly quality: number;
  /** Mean difference of a step of the low frequencies, as a share of the step of Annex K.1. */
  readonly low: number;
  /** The same over all 64 frequencies. */
  readonly whole: number;
}

function isNearer(one: Distance, other: Distance): boolean {
  return one.low === other.low ? one.whole < other.whole : one.low < other.low;
}

function measureDistance({ luminance, chrominance }: Observed, quality: number): Distance {
  const parts = [
    compareSteps(luminance, 0, quality),
    ...(chrominance === undefined ? [] : [compareSteps(chrominance, 1, quality)]),
  ];
  const mean = (key: 'low' | 'whole'): number =>
    parts.reduce((sum, part) => sum + part[key], 0) / parts.length;
  return { quality, low: mean('low'), whole: mean('whole') };
}

function compareSteps(
  steps: readonly number[],
  which: 0 | 1,
  quality: number,
): Pick<Distance, 'low' | 'whole'> {
  const unscaled = which === 0 ? luminanceSteps : chrominanceSteps;
  const shares = ijgTable(which, quality).map(
    (step, index) => Math.abs((steps[index] ?? 0) - step) / (unscaled[index] ?? 1),
  );
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return { low: mean(lowFrequencies.map((index) => shares[index] ?? 0)), whole: mean(shares) };
}
