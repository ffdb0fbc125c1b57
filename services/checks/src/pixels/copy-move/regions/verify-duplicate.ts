import { correlateWindows, twoDimensionalStructure } from './correlation.ts';
import type { Plane } from '../../planes/plane.ts';
import type { CoherentMatches } from '../matching/ransac.ts';
import type { Frame, RegisteredPair } from './region-grid.ts';
import { frameAround, sampleHere, sampleThere } from './region-grid.ts';
import type { Repetition } from './repetition.ts';
import type { RegionMeasures } from './region-measures.ts';
import { measureRegion } from './region-measures.ts';
import { gaussianBlur, subtract } from '../../planes/blur.ts';
import type { PointPair } from '../matching/transform.ts';
import type { Grid } from '../../planes/windows.ts';
import { connectedPieces, indicator, windowSums } from '../../planes/windows.ts';

/** A registered pair of places, how alike they are inside and just outside, and how much else repeats. */
export type DuplicateRegion = VerifiedPair & Repetition;

interface VerifiedPair extends RegisteredPair, RegionMeasures {
  /** Matched keypoints that follow the transform. */
  readonly inliers: number;
}

const fineSigma = 0.8;
const coarseSigma = 4;
const windowRadius = 5;
const minDeviation = 1;
const minStructure = 1;
const minSimilarity = 0.75;
const densityRadius = 6;
const minDensity = 0.6;
const minStructuredShare = 0.15;

/** The luminance and its detail band. */
export interface SearchPlanes {
  readonly plane: Plane;
  readonly detail: Plane;
}

/** The band of detail in which copies agree and look-alikes differ: coarse shapes and single-pixel noise removed. */
export function detailBand(plane: Plane): Plane {
  return subtract(gaussianBlur(plane, fineSigma), gaussianBlur(plane, coarseSigma));
}

/**
 * Correlates the two places window by window, grows the region in which they agree and measures the ring around it.
 * Null when nothing around the matches agrees. The transform must be registered to a fraction of a pixel.
 */
export function verifyDuplicate(
  { plane, detail }: SearchPlanes,
  { transform, inliers }: CoherentMatches,
): VerifiedPair | null {
  const frame = frameAround(inliers, detail);
  const here = sampleHere(detail, frame);
  const there = sampleThere(detail, frame, transform);
  const correlation = correlateStructured(here, there);
  const mask = growRegion(correlation, frame, inliers);
  if (mask === null) return null;
  return {
    transform,
    frame,
    mask,
    inliers: inliers.length,
    ...measureRegion({
      levels: sampleHere(plane, frame),
      levelsThere: sampleThere(plane, frame, transform),
      here,
      there,
      correlation,
      mask,
      frame,
    }),
  };
}

function correlateStructured(here: Grid, there: Grid): Grid {
  const correlation = correlateWindows(here, there, { radius: windowRadius, minDeviation });
  const structure = twoDimensionalStructure(here, windowRadius);
  for (let i = 0; i < structure.length; i++) {
    if ((structure[i] ?? 0) < minStructure) correlation.values[i] = Number.NaN;
  }
  return correlation;
}

/** The connected piece around matched keypoints in which most structured windows agree; the largest of several. */
function growRegion(correlation: Grid, frame: Frame, inliers: readonly PointPair[]): Uint8Array | null {
  const dense = denselyAgreeing(correlation);
  const { labels, sizes } = connectedPieces(dense, frame.width);
  const seeded = new Set(inliers.map(({ from }) => labels[sampleNear(frame, from)] ?? 0));
  seeded.delete(0);
  const largest = [...seeded].toSorted((p, q) => (sizes[q] ?? 0) - (sizes[p] ?? 0))[0];
  return largest === undefined ? null : onlyPiece(labels, largest);
}

function onlyPiece(labels: Int32Array, piece: number): Uint8Array {
  const mask = new Uint8Array(labels.length);
  for (let i = 0; i < mask.length; i++) mask[i] = labels[i] === piece ? 1 : 0;
  return mask;
}

function denselyAgreeing(correlation: Grid): Uint8Array {
  const similar = indicator(correlation.values, (value) => value >= minSimilarity);
  const structured = indicator(correlation.values, (value) => !Number.isNaN(value));
  const agreeing = windowSums({ ...correlation, values: similar }, densityRadius).values;
  const possible = windowSums({ ...correlation, values: structured }, densityRadius).values;
  const enough = minStructuredShare * (2 * densityRadius + 1) ** 2;
  const dense = new Uint8Array(agreeing.length);
  for (let i = 0; i < dense.length; i++) {
    const total = possible[i] ?? 0;
    dense[i] = total >= enough && (agreeing[i] ?? 0) >= minDensity * total ? 1 : 0;
  }
  return dense;
}

function sampleNear(frame: Frame, point: { readonly x: number; readonly y: number }): number {
  const column = Math.round((point.x - frame.left) / frame.step);
  const row = Math.round((point.y - frame.top) / frame.step);
  const inside = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));
  return inside(row, frame.height) * frame.width + inside(column, frame.width);
}
