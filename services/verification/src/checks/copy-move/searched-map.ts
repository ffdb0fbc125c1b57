import type { CheckArtifact } from '../check.ts';
import type { Canvas } from './canvas.ts';
import { DIMMING, dimmedPicture, encode } from './canvas.ts';
import type { DuplicatePicture } from './heat-map.ts';
import type { Point } from './transform.ts';

/** About how far around a keypoint its description reaches, in working pixels. */
const REACH = 22;
/** So many keypoints around a place light it fully. */
const FULLY_LIT = 10;
const LIGHT = [64, 200, 170] as const;
const STRENGTH = 0.6;

/**
 * Where the search could see: lit where the picture has enough detail to be recognized elsewhere, dark where it is too
 * smooth. Drawn when nothing was found, because "nothing found" means little where nothing could have been.
 */
export async function drawSearchedMap(
  picture: Omit<DuplicatePicture, 'regions'>,
  places: readonly Point[],
): Promise<CheckArtifact> {
  const canvas = await dimmedPicture(picture.image);
  const scale = (canvas.width / picture.image.width) * picture.filePixels;
  light(canvas, countAround(canvas, places, scale));
  return encode(canvas, picture.orientation, {
    type: 'heatmap',
    legend:
      'No copy was found. Lit: places with enough detail to be recognized elsewhere; dark: too smooth to tell.',
  });
}

/** How many keypoints lie within reach of each pixel. */
function countAround({ width, height }: Canvas, places: readonly Point[], scale: number): Uint16Array {
  const counts = new Uint16Array(width * height);
  const radius = REACH * scale;
  for (const { x, y } of places) {
    const [left, right] = [Math.max(0, Math.floor(x * scale - radius)), Math.ceil(x * scale + radius)];
    const [top, bottom] = [Math.max(0, Math.floor(y * scale - radius)), Math.ceil(y * scale + radius)];
    for (let row = top; row <= Math.min(height - 1, bottom); row++) {
      const half = Math.sqrt(Math.max(0, radius ** 2 - (row - y * scale) ** 2));
      const from = Math.max(left, Math.round(x * scale - half));
      const to = Math.min(width - 1, right, Math.round(x * scale + half));
      for (let column = from; column <= to; column++)
        counts[row * width + column] = (counts[row * width + column] ?? 0) + 1;
    }
  }
  return counts;
}

function light({ data }: Canvas, counts: Uint16Array): void {
  counts.forEach((count, i) => {
    if (count === 0) return;
    const strength = STRENGTH * Math.min(1, count / FULLY_LIT);
    for (let channel = 0; channel < 3; channel++) {
      const before = (data[i * 3 + channel] ?? 0) / DIMMING;
      data[i * 3 + channel] = Math.min(
        255,
        Math.round(before * (1 - strength) + (LIGHT[channel] ?? 0) * strength),
      );
    }
  });
}
