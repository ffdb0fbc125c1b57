import type { PixelImage } from '@assay/checks/check/check';
import { searchDuplicates } from '@assay/checks/pixels/copy-move/search-duplicates';
import type { RegionMeasures } from '@assay/checks/pixels/copy-move/regions/region-measures';
import type { Repetition } from '@assay/checks/pixels/copy-move/regions/repetition';
import type { DuplicateRegion } from '@assay/checks/pixels/copy-move/regions/verify-duplicate';
import type { Forgery } from './forge.ts';

/** What the search saw in one file. */
export interface Measurement {
  readonly keypoints: number;
  readonly workingPixels: number;
  /** CPU time of the search without decoding. */
  readonly cpuMs: number;
  readonly regions: readonly MeasuredRegion[];
}

export interface MeasuredRegion extends RegionMeasures, Repetition {
  readonly inliers: number;
  /** Share of the region that lies on a forged place; 0 for innocents. */
  readonly overlap: number;
}

export function measure(image: PixelImage, forgery: Forgery | null): Measurement {
  const before = process.cpuUsage();
  const search = searchDuplicates(image);
  const { user } = process.cpuUsage(before);
  return {
    keypoints: search.keypoints,
    workingPixels: search.plane.values.length,
    cpuMs: Math.round(user / 1000),
    regions: search.regions.map((region) => {
      const { transform: _way, frame: _frame, mask: _mask, ...measures } = region;
      const overlap = forgery === null ? 0 : overlapOf(region, forgery, search.filePixels);
      return { ...measures, overlap };
    }),
  };
}

function overlapOf(
  { frame, mask }: DuplicateRegion,
  { mask: forged, image }: Forgery,
  filePixels: number,
): number {
  let all = 0;
  let hit = 0;
  mask.forEach((inside, i) => {
    if (inside === 0) return;
    all++;
    const x = Math.round((frame.left + (i % frame.width) * frame.step) * filePixels);
    const y = Math.round((frame.top + Math.floor(i / frame.width) * frame.step) * filePixels);
    hit += forged[y * image.width + x] ?? 0;
  });
  return hit / Math.max(1, all);
}
