import type { Match } from './match-within.ts';
import type { OpenMatches } from './open-matches.ts';
import { openMatches, without } from './open-matches.ts';
import { seededRandom } from './seeded-random.ts';
import type { PointPair, Transform } from './transform.ts';
import { applyTransform, fitAffine, fitSimilarity, rotationOf, scaleOf } from './transform.ts';

/** Matches that one rotation, scale and shift explains. */
export interface CoherentMatches {
  readonly transform: Transform;
  readonly inliers: readonly PointPair[];
  /** True of a model that was found after a sample that was none: most of these are look-alikes. */
  readonly isLate: boolean;
}

export interface GeometryLimits {
  /** Working pixels, shortest way between a region and its copy. */
  readonly minDisplacement: number;
  readonly minInliers: number;
  readonly maxModels: number;
  /** Working pixels; second point of a sample is drawn within this distance of the first. */
  readonly sampleRadius: number;
  /** Largest enlargement or reduction on the way. */
  readonly maxScale: number;
  /** Whether matches lead from one picture to another, and not between places of one. */
  readonly isOneWay: boolean;
}

const tolerance = 3;
const maxZoomDeviation = 0.7;
const maxTurnDeviation = 0.5;
const samplesPerSeed = 6;
const maxSeeds = 300;
const minAffineInliers = 12;
const maxShear = 0.25;
/** Samples that may turn out to be no model, for each model that is sought. */
const triesPerModel = 2;

/**
 * Sequential RANSAC over matches, best first: samples of two neighbouring matches give a similarity, its
 * inliers are refitted (affine when there are enough of them, Amerini 2011) and removed, and the search repeats. A model whose inliers
 * are one detail counted several times is removed as well, and the search within one picture goes on without it.
 */
export function findCoherentMatches(matches: readonly Match[], limits: GeometryLimits): CoherentMatches[] {
  return searchModels(matches, limits).models;
}

export interface ModelSearch {
  readonly models: CoherentMatches[];
  /** Matches that were still unexplained when the search reached its limit; 0 when it ended by itself. */
  readonly leftMatches: number;
}

/** Returns the same models, and how many matches the limit left. */
export function searchModels(matches: readonly Match[], limits: GeometryLimits): ModelSearch {
  let open = openMatches(matches, limits.isOneWay);
  const found: CoherentMatches[] = [];
  let isLate = false;
  for (let tried = 0; found.length < limits.maxModels && tried < triesPerModel * limits.maxModels; tried++) {
    const transform = bestSample(open, limits);
    if (transform === null) return { models: found, leftMatches: 0 };
    const inliers = inliersOf(transform, open, limits.minDisplacement);
    if (inliers.length < limits.minInliers) {
      if (limits.isOneWay) return { models: found, leftMatches: 0 };
      isLate = true;
      open = without(open, explainedBy(transform, open));
      continue;
    }
    const best = refit({ transform, inliers }, open, limits);
    found.push({ transform: best.transform, inliers: pairsOf(open, best.inliers), isLate });
    open = without(open, best.inliers);
  }
  return { models: found, leftMatches: new Set(open.match.subarray(0, open.count)).size };
}

function pairsOf(open: OpenMatches, entries: readonly number[]): PointPair[] {
  return entries.map((entry) => pairOf(open, entry));
}

function pairOf({ fromX, fromY, toX, toY }: OpenMatches, entry: number): PointPair {
  return {
    from: { x: fromX[entry] ?? 0, y: fromY[entry] ?? 0 },
    to: { x: toX[entry] ?? 0, y: toY[entry] ?? 0 },
  };
}

interface Model {
  readonly transform: Transform;
  /** Entries of the open matches. */
  readonly inliers: readonly number[];
}

/** The sample that most matches support; null where no two matches agree. */
function bestSample(open: OpenMatches, limits: GeometryLimits): Transform | null {
  const random = seededRandom(open.count);
  const companions = new Int32Array(open.count);
  let best: { readonly transform: Transform; readonly support: number } | null = null;
  for (let seed = 0; seed < Math.min(maxSeeds, open.count); seed++) {
    const found = collectCompanions(open, seed, { limits, into: companions });
    if (found + 1 < limits.minInliers) continue;
    for (let sample = 0; sample < Math.min(samplesPerSeed, 2 * found); sample++) {
      const companion = companions[Math.floor(random() * found)] ?? 0;
      const transform = fitSimilarity([pairOf(open, seed), pairOf(open, companion)]);
      if (transform === null || !isPlausible(transform, open, { seed, maxScale: limits.maxScale })) continue;
      const support = supportOf(transform, open, best?.support ?? 0);
      if (support > (best?.support ?? 0)) best = { transform, support };
    }
  }
  return best?.transform ?? null;
}

/**
 * Near-identical descriptors count most, so that a true copy is found before the look-alikes of a busy scene. Stops where
 * all that follow could not lift it above `toBeat`.
 */
function supportOf(transform: Transform, open: OpenMatches, toBeat: number): number {
  const { fromX, fromY, toX, toY, weight, weightFrom, count } = open;
  const { a, b, c, d, tx, ty } = transform;
  let support = 0;
  for (let i = 0; i < count; i++) {
    const x = a * (fromX[i] ?? 0) + b * (fromY[i] ?? 0) + tx - (toX[i] ?? 0);
    const y = c * (fromX[i] ?? 0) + d * (fromY[i] ?? 0) + ty - (toY[i] ?? 0);
    if (x * x + y * y <= tolerance * tolerance) support += weight[i] ?? 0;
    else if (support + (weightFrom[i + 1] ?? 0) <= toBeat) return 0;
  }
  return support;
}

/** Entries that could follow the same transform as the seed, into `into`; answers how many. */
function collectCompanions(
  open: OpenMatches,
  seed: number,
  { limits, into }: { readonly limits: GeometryLimits; readonly into: Int32Array },
): number {
  const { sampleRadius: radius, maxScale } = limits;
  const { fromX, fromY, toX, toY, zoom, turn, match, count } = open;
  const seedX = fromX[seed] ?? 0;
  const seedY = fromY[seed] ?? 0;
  const seedToX = toX[seed] ?? 0;
  const seedToY = toY[seed] ?? 0;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const distance = ((fromX[i] ?? 0) - seedX) ** 2 + ((fromY[i] ?? 0) - seedY) ** 2;
    if (distance < 16 || distance > radius * radius || match[i] === match[seed]) continue;
    const apart = ((toX[i] ?? 0) - seedToX) ** 2 + ((toY[i] ?? 0) - seedToY) ** 2;
    const stretched = apart / distance;
    if (stretched >= maxScale ** 2 || stretched * maxScale ** 2 <= 1) continue;
    if (!isAlike(open, seed, { zoom: zoom[i] ?? 0, turn: turn[i] ?? 0 })) continue;
    into[found] = i;
    found++;
  }
  return found;
}

function isAlike(
  { zoom, turn }: OpenMatches,
  entry: number,
  other: { readonly zoom: number; readonly turn: number },
): boolean {
  const apart = Math.abs((turn[entry] ?? 0) - other.turn) % (2 * Math.PI);
  const deviation = Math.min(apart, 2 * Math.PI - apart);
  return Math.abs((zoom[entry] ?? 0) - other.zoom) < maxZoomDeviation && deviation < maxTurnDeviation;
}

function isPlausible(
  transform: Transform,
  open: OpenMatches,
  { seed, maxScale }: { readonly seed: number; readonly maxScale: number },
): boolean {
  const scale = scaleOf(transform);
  const turn = (rotationOf(transform) * Math.PI) / 180;
  return scale < maxScale && scale * maxScale > 1 && isAlike(open, seed, { zoom: Math.log2(scale), turn });
}

/** All entries within the tolerance of a transform, at least those it was made from. */
function explainedBy(transform: Transform, open: OpenMatches): number[] {
  return [...open.match.keys()].filter((entry) => {
    const { from, to } = pairOf(open, entry);
    const there = applyTransform(transform, from);
    return (there.x - to.x) ** 2 + (there.y - to.y) ** 2 <= tolerance ** 2;
  });
}

/** One inlier per place, the two places apart, so that no detail is counted twice. */
function inliersOf(transform: Transform, open: OpenMatches, minDisplacement: number): number[] {
  const taken = new Set<number>();
  const inliers: number[] = [];
  for (let i = 0; i < open.count; i++) {
    const { from, to } = pairOf(open, i);
    const there = applyTransform(transform, from);
    if ((there.x - to.x) ** 2 + (there.y - to.y) ** 2 > tolerance * tolerance) continue;
    if (Math.hypot(to.x - from.x, to.y - from.y) < minDisplacement) continue;
    const place = Math.round(from.y / 3) * 65536 + Math.round(from.x / 3);
    if (taken.has(place)) continue;
    taken.add(place);
    inliers.push(i);
  }
  return inliers;
}

function refit(model: Model, open: OpenMatches, limits: GeometryLimits): Model {
  let current = model;
  for (let pass = 0; pass < 3; pass++) {
    const transform = fitTransform(pairsOf(open, current.inliers));
    if (transform === null) return current;
    const inliers = inliersOf(transform, open, limits.minDisplacement);
    if (inliers.length < limits.minInliers) return current;
    current = { transform, inliers };
  }
  return current;
}

function fitTransform(pairs: readonly PointPair[]): Transform | null {
  const similarity = fitSimilarity(pairs);
  if (pairs.length < minAffineInliers) return similarity;
  const affine = fitAffine(pairs);
  return affine !== null && isNearlyConformal(affine) ? affine : similarity;
}

function isNearlyConformal(transform: Transform): boolean {
  const scale = scaleOf(transform);
  const skew = Math.hypot(transform.a - transform.d, transform.b + transform.c) / scale;
  const corner = applyTransform({ ...transform, tx: 0, ty: 0 }, { x: 1, y: 0 });
  return skew < maxShear && Math.hypot(corner.x, corner.y) / scale < 1 + maxShear;
}
