import type { Match } from '../matching/match-within.ts';
import type { CoherentMatches } from '../matching/ransac.ts';
import type { Point, Transform } from '../matching/transform.ts';
import { applyTransform, invertTransform } from '../matching/transform.ts';
import type { RegisteredPair } from './region-grid.ts';

/** How much else in the picture repeats: windows, ironwork and lettering do so at many places, a copy at one. */
export interface Repetition {
  /** Registered pairs of places that agree and are joined by another way than this one, without late look-alikes. */
  readonly otherDisplacements: number;
  /** Share of the matched keypoints of the two places that lead elsewhere than to the other place, 0..1. */
  readonly conflictingMatches: number;
}

/** What the rest of the picture has to offer for comparison. */
export interface PictureContent {
  readonly matches: readonly Match[];
  /** Every registered pair of places that agrees. */
  readonly registered: readonly CoherentMatches[];
}

/** Working pixels within which two ways count as one. */
const sameWay = 12;

export function measureRepetition(pair: RegisteredPair, content: PictureContent): Repetition {
  const others = content.registered.filter(
    (other) => !other.isLate && !leadsTheSameWay(pair.transform, other),
  );
  return {
    otherDisplacements: others.length,
    conflictingMatches: conflictingMatches(pair, content.matches),
  };
}

function leadsTheSameWay(transform: Transform, { inliers }: CoherentMatches): boolean {
  const from = middle(inliers.map((pair) => pair.from));
  const to = middle(inliers.map((pair) => pair.to));
  return isNear(applyTransform(transform, from), to) || isNear(applyTransform(transform, to), from);
}

function middle(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function isNear(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < sameWay;
}

function conflictingMatches(pair: RegisteredPair, matches: readonly Match[]): number {
  const back = invertTransform(pair.transform);
  let leading = 0;
  let conflicting = 0;
  const count = (from: Point, to: Point): void => {
    const isSource = isInside(pair, from);
    const expected = applyTransform(isSource ? pair.transform : back, from);
    if (!isSource && !isInside(pair, expected)) return;
    leading++;
    if (!isNear(expected, to)) conflicting++;
  };
  for (const { from, to } of matches) {
    count(from, to);
    count(to, from);
  }
  return conflicting / Math.max(1, leading);
}

function isInside({ frame, mask }: RegisteredPair, { x, y }: Point): boolean {
  const column = Math.round((x - frame.left) / frame.step);
  const row = Math.round((y - frame.top) / frame.step);
  if (column < 0 || row < 0 || column >= frame.width || row >= frame.height) return false;
  return mask[row * frame.width + column] === 1;
}
