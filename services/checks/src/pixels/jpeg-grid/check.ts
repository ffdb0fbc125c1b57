import { notApplicable } from '../../check/check-result.ts';
import type { Applicability, Check, CheckResult, PixelImage, Subject } from '../../check/check.ts';
import type { CompressionHistory } from '../../structure/compression-history.ts';
import { scoredFinding } from '../scored-finding.ts';
import calibrationTable from './calibration-table.json' with { type: 'json' };
import { gridParameters, judgeGrids } from './judge-grids.ts';
import type { JudgedGrids } from './judge-grids.ts';
import { stateArea, stateNothing } from './statement.ts';
import { manifest } from './manifest.ts';

const minPixels = 60_000;
/** Of these WebP can be lossy; its blocks are then everywhere and smaller, and the votes hardly agree. */
const judgedFormats = ['image/png', 'image/bmp', 'image/webp'];

const limits = [
  'It can only be seen where the picture, or what was inserted, was a JPEG before and was neither made smaller nor compressed since; smooth, overexposed and black places show nothing.',
  'A frame, a date or a drawing that a program laid over the picture can stand out in the same way. Bars across the whole picture and upright rectangles, such as other photographs on a page, are not judged.',
];

/**
 * Looks for areas that lie on another JPEG grid than the picture, in files without a compression of their own. Compression
 * leaves blocks of eight by eight pixels with many zeros among their DCT coefficients; every cell votes for the place where
 * the block with most zeros begins, and an area counts by how unlikely its votes are by chance. Areas that miss the grid of
 * the picture are not pointed at (ADR 0043). About half a second of one core for 12 megapixels; above 1.6, fewer cells vote.
 */
export const check: Check = { ...manifest, gate, run: examine };

export function gate({ format }: CompressionHistory): Applicability {
  return judgedFormats.includes(format)
    ? { applicable: true }
    : { applicable: false, reason: 'the last save put blocks of its own over the whole picture' };
}

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const image = await subject.pixels();
  signal.throwIfAborted();
  const grids = measureGrids(image);
  if (grids === null) {
    return notApplicable(manifest, 'the picture shows too little of whether it was a JPEG before');
  }
  const { score, place, share, origin, areaOrigin, mainShare } = grids;
  return scoredFinding(
    subject,
    { manifest, calibrationTable },
    {
      score,
      place,
      limits,
      stateNothing: stateNothing(grids),
      searched: [grids.areas],
      statePlace: (measured) => stateArea(grids, measured),
      legend: 'Orange: the area whose JPEG blocks lie elsewhere than those of the picture.',
      facts: {
        score,
        share,
        mainShare,
        origin: origin && { ...origin },
        areaOrigin: areaOrigin && { ...areaOrigin },
      },
      parameters: { ...gridParameters, minPixels },
    },
  );
}

/** Null where the picture is too small, or shows too little of whether it was compressed as a whole. */
export function measureGrids(image: PixelImage): JudgedGrids | null {
  return image.width * image.height < minPixels ? null : judgeGrids(image);
}
