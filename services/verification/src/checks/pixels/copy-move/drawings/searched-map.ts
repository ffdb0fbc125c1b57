import type { CheckArtifact } from '../../../check.ts';
import type { Canvas } from './canvas.ts';
import { dimming, dimmedPicture, encode } from './canvas.ts';
import type { DuplicatePicture } from './heat-map.ts';
import type { Point } from '../matching/transform.ts';

/** About how far around a keypoint its description reaches, in working pixels. */
const descriptionReach = 48;
const lightColour = [64, 200, 170] as const;
const lightStrength = 0.55;

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
  light(canvas, detailAround(canvas, places, scale));
  return encode(canvas, picture.orientation, {
    type: 'heatmap',
    legend:
      'No copy was found. Lit: places with enough detail to be recognized elsewhere; dark: too smooth to tell.',
  });
}

/** The keypoints around each pixel, each counting less the farther away it is. */
function detailAround({ width, height }: Canvas, places: readonly Point[], scale: number): Float32Array {
  const detail = new Float32Array(width * height);
  const radius = descriptionReach * scale;
  const addAround = (x: number, y: number): void => {
    const bottom = Math.min(height - 1, Math.ceil(y + radius));
    const right = Math.min(width - 1, Math.ceil(x + radius));
    for (let row = Math.max(0, Math.floor(y - radius)); row <= bottom; row++) {
      for (let column = Math.max(0, Math.floor(x - radius)); column <= right; column++) {
        const nearness = 1 - ((column - x) ** 2 + (row - y) ** 2) / radius ** 2;
        if (nearness > 0) detail[row * width + column] = (detail[row * width + column] ?? 0) + nearness ** 2;
      }
    }
  };
  for (const place of places) addAround(place.x * scale, place.y * scale);
  return detail;
}

function light({ data }: Canvas, detail: Float32Array): void {
  detail.forEach((amount, i) => {
    const lit = 1 - Math.exp(-amount / 2);
    for (let channel = 0; channel < 3; channel++) {
      const dim = data[i * 3 + channel] ?? 0;
      const bright = (dim / dimming) * (1 - lightStrength) + (lightColour[channel] ?? 0) * lightStrength;
      data[i * 3 + channel] = Math.round(dim * (1 - lit) + bright * lit);
    }
  });
}
