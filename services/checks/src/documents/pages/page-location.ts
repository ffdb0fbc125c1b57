import type { Box } from '@assay/media/pdf/marks/geometry';
import type { FindingLocation } from '../../check/check.ts';

/** A box of a page as a place of a finding, to a tenth of a point. */
export function pageLocation(page: number, { left, top, right, bottom }: Box): FindingLocation {
  const round = (value: number): number => Math.round(value * 10) / 10;
  const width = round(right - left);
  const height = round(bottom - top);
  return { page, boundingBox: { x: round(left), y: round(top), width, height } };
}
