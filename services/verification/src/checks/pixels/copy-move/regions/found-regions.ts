import type { CheckResult } from '../../../check.ts';
import { copyMoveCalibration } from '../calibration/calibration-table.ts';
import type { DuplicateSearch } from '../search-duplicates.ts';
import { copyMoveLogRatio, manipulationLlr } from '../calibration/likelihood.ts';
import { describeRegion, isLettering } from '../calibration/region-score.ts';
import type { DuplicateRegion } from './verify-duplicate.ts';
import type { Point } from '../matching/transform.ts';
import { applyTransform, rotationOf, scaleOf } from '../matching/transform.ts';

/** Most convincing first, lettering left out; the search finds most pairs twice, from one place to the other and back. */
export function distinctRegions(regions: readonly DuplicateRegion[]): DuplicateRegion[] {
  const logRatio = (region: DuplicateRegion): number =>
    copyMoveLogRatio(describeRegion(region), copyMoveCalibration);
  const ranked = regions
    .filter((region) => !isLettering(region))
    .toSorted((p, q) => logRatio(q) - logRatio(p));
  return withoutRepeats(ranked);
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

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** One sentence for people when no region convinces; alike places weigh something, but show no copy. */
export function stateNoDuplicate(llr: number): string {
  return llr > 0
    ? 'Two places of the picture resemble each other, as repeated structures do; that one is a copy of the other is not shown.'
    : 'No part of the picture was found a second time in it.';
}

/** One sentence for people. */
export function stateDuplicate(best: DuplicateRegion, { plane }: DuplicateSearch): string {
  const share = (100 * best.area) / (plane.width * plane.height);
  const turn = Math.round(Math.abs(rotationOf(best.transform)));
  const zoom = scaleOf(best.transform);
  const changes = [
    ...(turn >= 2 ? [`turned by ${String(turn)}°`] : []),
    ...(Math.abs(Math.log(zoom)) > 0.03 ? [`scaled by ${Math.max(zoom, 1 / zoom).toFixed(2)}`] : []),
  ];
  const how = changes.length === 0 ? '' : `, ${changes.join(' and ')}`;
  const size = share < 1 ? 'less than 1 %' : `about ${share.toFixed(0)} %`;
  return `The same content appears at two places of the picture${how}: an area of ${size} of it agrees in every detail, as when one place was copied over the other.`;
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
    areaPixels: Math.round(region.area * filePixels ** 2),
    similarity: round(region.similarity),
    weakestSimilarity: round(region.weakestSimilarity),
    ringSimilarity: round(region.ringSimilarity),
    residualGreyLevels: round(region.residual),
    matchedKeypoints: region.inliers,
    rotationDegrees: round(rotationOf(region.transform)),
    scale: round(scaleOf(region.transform)),
    llr: round(manipulationLlr(describeRegion(region))),
  };
}

function centresOf({ frame, mask, transform }: DuplicateRegion): readonly [Point, Point] {
  let [count, sumX, sumY] = [0, 0, 0];
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
