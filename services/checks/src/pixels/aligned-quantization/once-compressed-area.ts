import type { SearchedPart } from '../../search/searched-part.ts';
import type { ComponentCoefficients } from '@assay/media/jpeg/coefficients/read-coefficients';
import type { PixelImage } from '../../check/check.ts';
import type { Place } from '../drawings/draw-place.ts';
import { placeOfTiles, shareOfTiles, tilesAround } from '../tiling/tile-area.ts';
import { cumulate, tilingOf, windowsOf, windowSum } from '../tiling/tile-windows.ts';
import type { TileWindow, Tiling } from '../tiling/tile-windows.ts';
import { blockEvidence } from './block-evidence.ts';
import type { BlockEvidence } from './block-evidence.ts';

/** The area that looks most as if it had been compressed once only, in a picture that as a whole was compressed twice. */
export interface OnceCompressedArea {
  /** 0 where the area is as the whole, 1 where it is as pictures compressed once, less eight deviations of chance; less than a half is 0. */
  readonly score: number;
  /** The same without what chance may add. */
  readonly likeness: number;
  /** Deviations of chance from the whole. */
  readonly z: number;
  /** How far apart once and twice are in this picture: mean natural log ratio of a coefficient. */
  readonly contrast: number;
  readonly place: Place;
  /** Share of the picture. */
  readonly share: number;
  /** The area that differs most, and whether the check judges one of its size. */
  readonly areas: SearchedPart;
}

export const areaParameters = {
  tiles: 1500,
  leastSide: 16,
  leastContrast: 1,
  leastCoefficients: 4000,
  leastInWindow: 50,
  chanceDeviations: 8,
  leastScore: 0.5,
  mostShare: 0.4,
  tileLikeness: 0.4,
} as const;

const windowSizes = [2, 3, 4, 6, 9];

/** Null where the picture as a whole does not show that it was compressed before. */
export function findOnceCompressedArea(
  image: PixelImage,
  plane: ComponentCoefficients,
): OnceCompressedArea | null {
  const tiling = tilingOf(image, areaParameters);
  const evidence = blockEvidence(image, plane, { tiling, ...areaParameters });
  if (evidence === null) return null;
  const contrast = evidence.meanOfOnce - evidence.meanOfWhole;
  const coefficients = evidence.counts.reduce((sum, count) => sum + count, 0);
  if (coefficients < areaParameters.leastCoefficients) return null;
  const best = bestWindow(evidence, tiling);
  const tiles = tilesAround(best.window, likeTiles(evidence), tiling);
  const share = shareOfTiles(tiles);
  const isLocal = share > 0 && share <= areaParameters.mostShare;
  const isStanding = best.score >= areaParameters.leastScore;
  const score = isLocal && isStanding ? best.score : 0;
  return {
    score,
    likeness: best.likeness,
    z: best.z,
    contrast,
    place: placeOfTiles(tiles, tiling, image),
    share,
    areas: { unit: 'area', total: isStanding ? 1 : 0, searched: score > 0 ? 1 : 0, why: 'limit' },
  };
}

interface Found extends Pick<OnceCompressedArea, 'score' | 'likeness' | 'z'> {
  readonly window: TileWindow;
}

function bestWindow(evidence: BlockEvidence, tiling: Tiling): Found {
  const sums = cumulate(evidence.sums, tiling);
  const counts = cumulate(evidence.counts, tiling);
  let best: Found = { window: { column: 0, row: 0, size: 1 }, score: 0, likeness: 0, z: 0 };
  for (const window of windowsOf(tiling, windowSizes)) {
    const count = windowSum(counts, window, tiling);
    if (count < areaParameters.leastInWindow) continue;
    const likeness = likenessOf(evidence, windowSum(sums, window, tiling), count);
    const z =
      (likeness * (evidence.meanOfOnce - evidence.meanOfWhole) * Math.sqrt(count)) / evidence.deviation;
    const score = likeness * (1 - areaParameters.chanceDeviations / z);
    if (z > 0 && score > best.score) best = { window, score, likeness, z };
  }
  return best;
}

/** 0 as the whole, 1 as compressed once. */
function likenessOf({ meanOfOnce, meanOfWhole }: BlockEvidence, sum: number, count: number): number {
  return (sum / count - meanOfWhole) / (meanOfOnce - meanOfWhole);
}

function likeTiles(evidence: BlockEvidence): Uint8Array {
  return Uint8Array.from(evidence.sums, (sum, tile) => {
    const count = evidence.counts[tile] ?? 0;
    return count > 0 && likenessOf(evidence, sum, count) > areaParameters.tileLikeness ? 1 : 0;
  });
}
