import { areaOf, intersection } from '@assay/media/pdf/marks/geometry';
import type { Box } from '@assay/media/pdf/marks/geometry';
import type { CheckResult, FindingLocation } from '@assay/checks/check/check';

/** The least share of the smaller of two rectangles that the other one covers where both mean one place. */
const leastShare = 0.5;

/** The checks of these whose places lie on the place of another one, in their order. */
export function checksAtOnePlace(
  results: readonly CheckResult[],
  checks: readonly string[],
): readonly string[] {
  const placed = results.filter(({ check, locations }) => checks.includes(check) && locations !== undefined);
  return placed
    .filter((one) =>
      placed.some((other) => other !== one && meet(one.locations ?? [], other.locations ?? [])),
    )
    .map(({ check }) => check);
}

function meet(some: readonly FindingLocation[], others: readonly FindingLocation[]): boolean {
  return some.some((one) => others.some((other) => isSamePlace(one, other)));
}

function isSamePlace(one: FindingLocation, other: FindingLocation): boolean {
  if (one.fileId !== other.fileId || one.page !== other.page) return false;
  const box = boxFrom(one);
  const second = boxFrom(other);
  if (box === null || second === null) return false;
  return areaOf(intersection(box, second)) >= leastShare * Math.min(areaOf(box), areaOf(second));
}

function boxFrom({ boundingBox }: FindingLocation): Box | null {
  if (boundingBox === undefined) return null;
  const { x, y, width, height } = boundingBox;
  return { left: x, top: y, right: x + width, bottom: y + height };
}
