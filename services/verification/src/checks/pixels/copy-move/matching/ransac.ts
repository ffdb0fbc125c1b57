import type { OrientedKeypoint } from '../features/descriptors.ts';
import type { Match } from './match-within.ts';
import { seededRandom } from '../seeded-random.ts';
import type { Point, PointPair, Transform } from './transform.ts';
import { applyTransform, fitAffine, fitSimilarity, rotationOf, scaleOf } from './transform.ts';

/** Matches that one rotation, scale and shift explains. */
export interface CoherentMatches {
  readonly transform: Transform;
  readonly inliers: readonly PointPair[];
}

export interface GeometryLimits {
  /** Working pixels, shortest way between a region and its copy. */
  readonly minDisplacement: number;
  readonly minInliers: number;
  readonly maxModels: number;
  /** Working pixels; second point of a sample is drawn within this distance of the first. */
  readonly sampleRadius: number;
}

interface DirectedMatch extends PointPair {
  /** log2 of the ratio of scales. */
  readonly zoom: number;
  /** Radians. */
  readonly turn: number;
  readonly weight: number;
  readonly match: Match;
}

const tolerance = 3;
const maxZoomDeviation = 0.7;
const maxTurnDeviation = 0.5;
const samplesPerSeed = 6;
const maxSeeds = 300;
const distanceScale = 0.25;
const maxScale = 1.6;
const minAffineInliers = 12;
const maxShear = 0.25;

/**
 * Sequential RANSAC over the self-matches of a picture, best first: samples of two neighbouring matches give a similarity, its
 * inliers are refitted (affine when there are enough of them, Amerini 2011) and removed, and the search repeats.
 */
export function findCoherentMatches(matches: readonly Match[], limits: GeometryLimits): CoherentMatches[] {
  let open = weigh(matches);
  const found: CoherentMatches[] = [];
  while (found.length < limits.maxModels) {
    const best = bestModel(open, limits);
    if (best === null) break;
    found.push({ transform: best.transform, inliers: best.inliers.map(({ from, to }) => ({ from, to })) });
    const used = new Set(best.inliers.map(({ match }) => match));
    open = open.filter(({ match }) => !used.has(match));
  }
  return found;
}

/** Heaviest first. A detail that has many look-alikes, such as a mesh of a fence, weighs little. */
function weigh(matches: readonly Match[]): DirectedMatch[] {
  const uses = new Map<OrientedKeypoint, number>();
  for (const { from, to } of matches) {
    uses.set(from, (uses.get(from) ?? 0) + 1);
    uses.set(to, (uses.get(to) ?? 0) + 1);
  }
  return matches
    .flatMap((match) => {
      const likeness = Math.exp(-((match.distance / distanceScale) ** 2));
      return bothDirections(match, likeness / ((uses.get(match.from) ?? 1) * (uses.get(match.to) ?? 1)));
    })
    .toSorted((p, q) => q.weight - p.weight);
}

function bothDirections(match: Match, weight: number): DirectedMatch[] {
  const { from, to } = match;
  const zoom = Math.log2(to.sigma / from.sigma);
  const turn = to.angle - from.angle;
  return [
    { from, to, zoom, turn, weight, match },
    { from: to, to: from, zoom: -zoom, turn: -turn, weight, match },
  ];
}

interface Model {
  readonly transform: Transform;
  readonly inliers: readonly DirectedMatch[];
}

function bestModel(open: readonly DirectedMatch[], limits: GeometryLimits): Model | null {
  const random = seededRandom(open.length);
  let best: { readonly transform: Transform; readonly support: number } | null = null;
  for (const seed of open.slice(0, maxSeeds)) {
    const companions = companionsOf(seed, open, limits.sampleRadius);
    if (companions.length + 1 < limits.minInliers) continue;
    for (let sample = 0; sample < Math.min(samplesPerSeed, 2 * companions.length); sample++) {
      const companion = companions[Math.floor(random() * companions.length)];
      const transform = companion === undefined ? null : fitSimilarity([seed, companion]);
      if (transform === null || !isPlausible(transform, seed)) continue;
      const support = supportOf(transform, open);
      if (support > (best?.support ?? 0)) best = { transform, support };
    }
  }
  if (best === null) return null;
  const inliers = inliersOf(best.transform, open, limits.minDisplacement);
  return inliers.length < limits.minInliers
    ? null
    : refit({ transform: best.transform, inliers }, open, limits);
}

/** Near-identical descriptors count most, so that a true copy is found before the look-alikes of a busy scene. */
function supportOf(transform: Transform, open: readonly DirectedMatch[]): number {
  let support = 0;
  for (const { from, to, weight } of open) {
    if (isInlier(transform, from, to)) support += weight;
  }
  return support;
}

function isInlier(transform: Transform, from: Point, to: Point): boolean {
  const x = transform.a * from.x + transform.b * from.y + transform.tx - to.x;
  const y = transform.c * from.x + transform.d * from.y + transform.ty - to.y;
  return x * x + y * y <= tolerance * tolerance;
}

function companionsOf(seed: DirectedMatch, open: readonly DirectedMatch[], radius: number): DirectedMatch[] {
  return open.filter((other) => {
    const distance = (other.from.x - seed.from.x) ** 2 + (other.from.y - seed.from.y) ** 2;
    if (distance < 16 || distance > radius * radius || other.match === seed.match) return false;
    const apart = (other.to.x - seed.to.x) ** 2 + (other.to.y - seed.to.y) ** 2;
    const stretched = apart / distance;
    return stretched < maxScale ** 2 && stretched * maxScale ** 2 > 1 && isAlike(other, seed);
  });
}

function isAlike(one: DirectedMatch, other: { readonly zoom: number; readonly turn: number }): boolean {
  const turn = Math.abs(one.turn - other.turn) % (2 * Math.PI);
  const deviation = Math.min(turn, 2 * Math.PI - turn);
  return Math.abs(one.zoom - other.zoom) < maxZoomDeviation && deviation < maxTurnDeviation;
}

function isPlausible(transform: Transform, seed: DirectedMatch): boolean {
  const scale = scaleOf(transform);
  const turn = (rotationOf(transform) * Math.PI) / 180;
  return scale < maxScale && scale * maxScale > 1 && isAlike(seed, { zoom: Math.log2(scale), turn });
}

/** One inlier per place, the two places apart, so that no detail is counted twice. */
function inliersOf(
  transform: Transform,
  open: readonly DirectedMatch[],
  minDisplacement: number,
): DirectedMatch[] {
  const taken = new Set<number>();
  return open.filter(({ from, to }) => {
    if (!isInlier(transform, from, to)) return false;
    if (Math.hypot(to.x - from.x, to.y - from.y) < minDisplacement) return false;
    const place = Math.round(from.y / 3) * 65536 + Math.round(from.x / 3);
    if (taken.has(place)) return false;
    taken.add(place);
    return true;
  });
}

function refit(model: Model, open: readonly DirectedMatch[], limits: GeometryLimits): Model | null {
  let current = model;
  for (let pass = 0; pass < 3; pass++) {
    const transform = fitTransform(current.inliers);
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
