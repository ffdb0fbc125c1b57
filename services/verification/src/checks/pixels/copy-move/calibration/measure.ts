import type { PixelImage } from '../../../check.ts';
import { searchDuplicates } from '../search-duplicates.ts';
import { describeRegion } from './region-score.ts';
import type { DuplicateRegion } from '../regions/verify-duplicate.ts';
import type { Variant } from './variants.ts';
import { decodeRgb } from './variants.ts';

/** One examined file. `camera` keeps variants of one camera in the same half. */
export interface Measurement {
  readonly camera: string;
  readonly kind: string;
  readonly isForged: boolean;
  readonly areaShare: number | null;
  readonly quality: number | null;
  readonly keypoints: number;
  /** CPU time of the search without decoding. */
  readonly cpuMs: number;
  readonly regions: readonly MeasuredRegion[];
}

export interface MeasuredRegion {
  readonly features: readonly number[];
  readonly flatShare: number;
  readonly contrast: number;
  readonly twoLevelShare: number;
  /** Share of the region that lies on a forged place; 0 for innocents. */
  readonly overlap: number;
}

export async function measureVariant(camera: string, variant: Variant): Promise<Measurement> {
  const image = await decodeRgb(variant.bytes);
  const before = process.cpuUsage();
  const search = searchDuplicates(image);
  const { user } = process.cpuUsage(before);
  const mask = variant.forged?.mask ?? null;
  return {
    camera,
    kind: variant.kind,
    isForged: variant.forged !== null,
    areaShare: variant.forged?.areaShare ?? null,
    quality: variant.forged?.quality ?? null,
    keypoints: search.keypoints,
    cpuMs: Math.round(user / 1000),
    regions: search.regions.map((region) => ({
      features: describeRegion(region),
      flatShare: region.flatShare,
      contrast: region.contrast,
      twoLevelShare: region.twoLevelShare,
      overlap: mask === null ? 0 : overlapOf(region, { mask, image, filePixels: search.filePixels }),
    })),
  };
}

interface Truth {
  readonly mask: Uint8Array;
  readonly image: PixelImage;
  readonly filePixels: number;
}

function overlapOf({ frame, mask }: DuplicateRegion, truth: Truth): number {
  let [all, hit] = [0, 0];
  mask.forEach((inside, i) => {
    if (inside === 0) return;
    all++;
    const x = Math.round((frame.left + (i % frame.width) * frame.step) * truth.filePixels);
    const y = Math.round((frame.top + Math.floor(i / frame.width) * frame.step) * truth.filePixels);
    hit += truth.mask[y * truth.image.width + x] ?? 0;
  });
  return hit / Math.max(1, all);
}
