import type { Plane } from '../plane.ts';
import { connectedPieces } from '../windows.ts';

export type PreviewRelation = 'agrees' | 'local change' | 'global difference';

export interface LocalDifference {
  readonly relation: PreviewRelation;
  /** Difference per pixel of the preview, grey levels, after allowing a shift of one pixel. */
  readonly residual: Plane;
  /** 1 in the largest place that differs. */
  readonly mask: Uint8Array;
  /** Share of the preview this place covers. */
  readonly areaShare: number;
  /** Mean difference there, grey levels. */
  readonly strength: number;
  /** 98th percentile of the difference elsewhere, grey levels. */
  readonly elsewhere: number;
}

const minLevels = 22;
const timesTypical = 6;
const minAreaShare = 0.004;
const maxAreaShare = 0.35;
const minStrength = 24;
const minStrengthOverElsewhere = 2;
const maxElsewhere = 14;
const maxTypical = 4;
const agreeingLevels = 20;
const globalBorder = 2;

/**
 * Tells an old preview left behind by an edit of one place (local change) from edits of everything: brightness, colour, crop,
 * rotation (global difference), which are innocent.
 */
export function findLocalDifference(preview: Plane, expected: Plane): LocalDifference {
  const residual = residualOf(preview, expected);
  const typical = percentile(residual.values, null, 0.5);
  const threshold = Math.max(minLevels, timesTypical * typical);
  const differing = Uint8Array.from(residual.values, (value) => (value > threshold ? 1 : 0));
  const { labels, sizes } = connectedPieces(joined(differing, preview.width), preview.width);
  const largest = sizes.indexOf(Math.max(...sizes));
  const mask = Uint8Array.from(labels, (label) => (largest > 0 && label === largest ? 1 : 0));
  const count = mask.reduce((sum, inside) => sum + inside, 0);
  const strength =
    residual.values.reduce((sum, value, i) => sum + value * (mask[i] ?? 0), 0) / Math.max(1, count);
  const measured = {
    residual,
    mask,
    areaShare: count / mask.length,
    strength,
    elsewhere: percentile(residual.values, mask, 0.98),
  };
  return { ...measured, relation: relationOf(measured, typical) };
}

function relationOf(measured: Omit<LocalDifference, 'relation'>, typical: number): PreviewRelation {
  const { areaShare, strength, elsewhere } = measured;
  const isRegistered = typical <= maxTypical && elsewhere <= maxElsewhere;
  const stands = strength >= Math.max(minStrength, minStrengthOverElsewhere * elsewhere);
  const isPlace = stands && areaShare >= minAreaShare && areaShare <= maxAreaShare;
  if (isRegistered && isPlace) return 'local change';
  const agrees = typical <= maxTypical && elsewhere <= agreeingLevels && areaShare < minAreaShare;
  return agrees ? 'agrees' : 'global difference';
}

/** Smallest difference to the expectation within one pixel, which forgives what registration leaves at sharp edges. */
function residualOf(preview: Plane, expected: Plane): Plane {
  const { width, height } = preview;
  const values = new Float32Array(preview.values.length);
  for (let y = globalBorder; y < height - globalBorder; y++) {
    for (let x = globalBorder; x < width - globalBorder; x++) {
      values[y * width + x] = nearestLevelDistance(
        expected,
        y * width + x,
        preview.values[y * width + x] ?? 0,
      );
    }
  }
  return { width, height, values };
}

/** Distance of a level to the range of levels around a pixel; 0 when it lies between two neighbours, or outside. */
function nearestLevelDistance({ width, values }: Plane, at: number, level: number): number {
  let [lowest, highest] = [Infinity, -Infinity];
  for (let line = at - width; line <= at + width; line += width) {
    for (let near = line - 1; near <= line + 1; near++) {
      const value = values[near] ?? Number.NaN;
      if (Number.isNaN(value)) return 0;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  }
  return Math.max(0, lowest - level, level - highest);
}

/** Dilates by one pixel, so that a place whose middle happens to agree stays one place. */
function joined(mask: Uint8Array, width: number): Uint8Array {
  return mask.map((inside, i) => {
    const beside = [i - 1, i + 1, i - width, i + width].some((near) => mask[near] === 1);
    return inside === 1 || beside ? 1 : 0;
  });
}

function percentile(values: Float32Array, excluded: Uint8Array | null, share: number): number {
  const kept = values.filter((_, i) => excluded?.[i] !== 1).sort();
  return kept[Math.floor(kept.length * share)] ?? 0;
}
