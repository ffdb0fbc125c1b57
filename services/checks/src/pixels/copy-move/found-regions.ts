import type { CheckResult } from '../../check/check.ts';
import copyMoveCalibration from './calibration-table.json' with { type: 'json' };
import type { PixelBox } from '../planes/orientation.ts';
import type { DuplicateSearch } from './search-duplicates.ts';
import { copyMoveLogRatio, manipulationLlr } from './likelihood.ts';
import { isJudged } from './region-score.ts';
import { isPeriod } from './regions/overlap.ts';
import type { DuplicateRegion } from './regions/verify-duplicate.ts';
import type { Point } from './matching/transform.ts';
import { applyTransform, rotationOf, scaleOf } from './matching/transform.ts';

/**
 * Most convincing first, without lettering, periods and areas too small to judge; the search finds most pairs twice, from one
 * place to the other and back.
 */
export function judgedRegions({ regions, plane }: DuplicateSearch): DuplicateRegion[] {
  const logRatio = (region: DuplicateRegion): number => copyMoveLogRatio(region, copyMoveCalibration);
  const ranked = regions
    .filter((region) => isJudged(region, plane.values.length) && !isPeriod(region))
    .toSorted((p, q) => logRatio(q) - logRatio(p));
  return withoutRepeats(ranked);
}

/** The regions that agree and that the check leaves to a person, the largest first: lettering and areas too small to judge. */
export function unjudgedRegions({ regions, plane }: DuplicateSearch): DuplicateRegion[] {
  return regions
    .filter((region) => !isJudged(region, plane.values.length) && !isPeriod(region))
    .toSorted((p, q) => q.extent - p.extent);
}

function withoutRepeats(ranked: readonly DuplicateRegion[]): DuplicateRegion[] {
  const kept: DuplicateRegion[] = [];
  for (const region of ranked) {
    const [from, to] = centresOf(region);
    const isRepeat = kept.some((other) => {
      const [otherFrom, otherTo] = centresOf(other);
      const reach = Math.sqrt(other.area);
      const sameWay = distance(from, otherFrom) < reach && distance(to, otherTo) < reach;
      return sameWay || (distance(from, otherTo) < reach && distance(to, otherFrom) < reach);
    });
    if (!isRepeat) kept.push(region);
  }
  return kept;
}

/** The rectangles around the two places of a region, in pixels of the file. */
export function regionBoxes({ frame, mask, transform }: DuplicateRegion, filePixels: number): PixelBox[] {
  const points = [...mask.keys()]
    .filter((index) => mask[index] !== 0)
    .map((index) => ({
      x: frame.left + (index % frame.width) * frame.step,
      y: frame.top + Math.floor(index / frame.width) * frame.step,
    }));
  const moved = points.map((point) => applyTransform(transform, point));
  return [points, moved].map((place) => boxAround(place, frame.step / 2, filePixels));
}

function boxAround(points: readonly Point[], margin: number, filePixels: number): PixelBox {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y } of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return {
    x: (left - margin) * filePixels,
    y: (top - margin) * filePixels,
    width: (right - left + 2 * margin) * filePixels,
    height: (bottom - top + 2 * margin) * filePixels,
  };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

export function factsOf(search: DuplicateSearch, ranked: readonly DuplicateRegion[]): CheckResult['facts'] {
  return {
    keypoints: search.keypoints,
    matches: search.matches,
    candidates: search.candidates,
    regions: ranked.slice(0, 4).map((region) => describePlaces(region, search.filePixels)),
  };
}

function describePlaces(region: DuplicateRegion, filePixels: number): CheckResult['facts'] {
  const [centre, there] = centresOf(region);
  const inFile = ({ x, y }: { x: number; y: number }): number[] => [
    Math.round(x * filePixels),
    Math.round(y * filePixels),
  ];
  return {
    from: inFile(centre),
    to: inFile(there),
    areaPixels: Math.round(region.extent * filePixels ** 2),
    similarity: round(region.similarity),
    weakestSimilarity: round(region.weakestSimilarity),
    ringSimilarity: round(region.ringSimilarity),
    residualGreyLevels: round(region.residual),
    matchedKeypoints: region.inliers,
    quietSimilarity: round(region.quietSimilarity),
    otherDisplacements: region.otherDisplacements,
    conflictingMatches: round(region.conflictingMatches),
    rotationDegrees: round(rotationOf(region.transform)),
    scale: round(scaleOf(region.transform)),
    llr: round(manipulationLlr(region)),
  };
}

function centresOf({ frame, mask, transform }: DuplicateRegion): readonly [Point, Point] {
  let count = 0;
  let sumX = 0;
  let sumY = 0;
  mask.forEach((inside, i) => {
    count += inside;
    sumX += inside * (i % frame.width);
    sumY += inside * Math.floor(i / frame.width);
  });
  const centre = { x: frame.left + (frame.step * sumX) / count, y: frame.top + (frame.step * sumY) / count };
  return [centre, applyTransform(transform, centre)];
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
