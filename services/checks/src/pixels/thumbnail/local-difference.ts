import type { Plane } from '../planes/plane.ts';
import { joinPieces } from './join-pieces.ts';
import type { Registration } from './register-preview.ts';

export type PreviewRelation = 'agrees' | 'local change' | 'global difference';

export interface LocalDifference {
  readonly relation: PreviewRelation;
  /** Difference per pixel of the preview, grey levels, after allowing a shift of one pixel. */
  readonly residual: Plane;
  /** 1 in the place that differs most: the largest piece, and all pieces beside or within its outline. */
  readonly mask: Uint8Array;
  /** Of how many pieces this place consists. */
  readonly pieces: number;
  /** Share of the preview this place covers. */
  readonly areaShare: number;
  /** Mean difference there, grey levels. */
  readonly strength: number;
  /** 98th percentile of the difference elsewhere, grey levels. */
  readonly elsewhere: number;
  /** Correlation of edges and texture elsewhere, -1 to 1: whether both show the same frame, which smooth scenes agree to anyway. */
  readonly detail: number;
}

const minLevels = 22;
const timesTypical = 6;
const minAreaShare = 0.004;
const maxAreaShare = 0.35;
const minStrength = 24;
const minStrengthOverElsewhere = 2;
const maxElsewhere = 14;
const maxTypical = 4;
/** Old previews of edited pictures reach 0.9; smooth scenes that were cropped, so that nothing is where it was, stay near 0. */
const minDetail = 0.5;
const agreeingLevels = 20;
const globalBorder = 2;

/**
 * Tells an old preview left behind by an edit of one place (local change) from edits of everything: brightness, colour, crop,
 * rotation (global difference), which are innocent.
 */
export function findLocalDifference(
  preview: Plane,
  registration: Pick<Registration, 'expected' | 'openEnds'>,
): LocalDifference {
  const residual = residualOf(preview, registration);
  const typical = percentile(residual.values, null, 0.5);
  const threshold = Math.max(minLevels, timesTypical * typical);
  const differing = Uint8Array.from(residual.values, (value) => (value > threshold ? 1 : 0));
  const { mask, outline, pieces } = joinPieces(joined(differing, preview.width), preview.width);
  const count = countOf(mask);
  const strength =
    residual.values.reduce((sum, value, i) => sum + value * (mask[i] ?? 0), 0) / Math.max(1, count);
  const measured = {
    residual,
    mask,
    pieces,
    areaShare: count / mask.length,
    strength,
    elsewhere: percentile(residual.values, outline, 0.98),
    detail: detailAgreement(preview, registration.expected, mask),
  };
  return {
    ...measured,
    relation: relationOf(measured, { typical, outlineShare: countOf(outline) / mask.length }),
  };
}

function countOf(mask: Uint8Array): number {
  return mask.reduce((sum, inside) => sum + inside, 0);
}

function relationOf(
  { areaShare, strength, elsewhere, detail }: Omit<LocalDifference, 'relation'>,
  { typical, outlineShare }: { typical: number; outlineShare: number },
): PreviewRelation {
  const isRegistered = typical <= maxTypical && elsewhere <= maxElsewhere && detail >= minDetail;
  const stands = strength >= Math.max(minStrength, minStrengthOverElsewhere * elsewhere);
  const isPlace = stands && areaShare >= minAreaShare && outlineShare <= maxAreaShare;
  if (isRegistered && isPlace) return 'local change';
  const agrees = typical <= maxTypical && elsewhere <= agreeingLevels && areaShare < minAreaShare;
  return agrees ? 'agrees' : 'global difference';
}

/**
 * Smallest difference to the expectation within one pixel, which forgives what registration leaves at sharp edges. Where the
 * picture has an open end, the preview may lie any amount beyond that end.
 */
function residualOf(
  preview: Plane,
  { expected, openEnds }: Pick<Registration, 'expected' | 'openEnds'>,
): Plane {
  const { width, height } = preview;
  const values = new Float32Array(preview.values.length);
  for (let y = globalBorder; y < height - globalBorder; y++) {
    for (let x = globalBorder; x < width - globalBorder; x++) {
      const at = y * width + x;
      const range = rangeAround(expected, openEnds, at);
      const level = preview.values[at] ?? 0;
      values[at] = range === null ? 0 : Math.max(0, range.lowest - level, level - range.highest);
    }
  }
  return { width, height, values };
}

/** Levels that innocent content can have at a pixel, by its neighbours; null at the outside. */
function rangeAround(
  { width, values }: Plane,
  openEnds: Uint8Array,
  at: number,
): { lowest: number; highest: number } | null {
  let lowest = Infinity;
  let highest = -Infinity;
  let ends = 0;
  for (let line = at - width; line <= at + width; line += width) {
    for (let near = line - 1; near <= line + 1; near++) {
      const value = values[near] ?? Number.NaN;
      if (Number.isNaN(value)) return null;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
      ends |= openEnds[near] ?? 0;
    }
  }
  return { lowest: (ends & 2) === 0 ? lowest : -Infinity, highest: (ends & 1) === 0 ? highest : Infinity };
}

/** Correlation of the steps from pixel to pixel, across and down, where nothing is masked; 0 where there are none. */
function detailAgreement({ width, values }: Plane, expected: Plane, mask: Uint8Array): number {
  let own = 0;
  let other = 0;
  let both = 0;
  for (let at = 0; at < values.length - width; at++) {
    if (mask[at] === 1) continue;
    for (const next of [at + 1, at + width]) {
      const step = (values[next] ?? 0) - (values[at] ?? 0);
      const expectedStep = (expected.values[next] ?? 0) - (expected.values[at] ?? 0);
      if (Number.isNaN(expectedStep)) continue;
      own += step * step;
      other += expectedStep * expectedStep;
      both += step * expectedStep;
    }
  }
  const spread = Math.sqrt(own * other);
  return spread > 0 ? both / spread : 0;
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
