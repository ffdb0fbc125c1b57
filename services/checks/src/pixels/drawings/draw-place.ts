import type { CheckArtifact, PixelImage } from '../../check/check.ts';
import type { Orientation } from '../planes/orientation.ts';
import { dimmedPicture, encode, tint } from './canvas.ts';
import type { Canvas } from './canvas.ts';

/** Where in a picture: row-major, 1 where; of any size, it covers the picture as stored. */
export interface Place {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface PlacePicture {
  readonly image: PixelImage;
  readonly orientation: Orientation;
  readonly place: Place;
  /** What is shown, as a sentence; it names the colour orange. */
  readonly legend: string;
}

const orange = [255, 138, 0] as const;
const strength = 0.45;

/** The picture dimmed with the place in orange, and a mask that is white there; both as shown. */
export async function drawPlace({
  image,
  orientation,
  place,
  legend,
}: PlacePicture): Promise<CheckArtifact[]> {
  const canvas = await dimmedPicture(image);
  const mask = { ...canvas, data: new Uint8Array(canvas.data.length) };
  for (let pixel = 0; pixel < canvas.width * canvas.height; pixel++) {
    if (!isInside(place, canvas, pixel)) continue;
    tint(canvas, pixel, orange, strength);
    mask.data.fill(255, pixel * 3, pixel * 3 + 3);
  }
  return [
    await encode(canvas, orientation, { type: 'heatmap', legend }),
    await encode(mask, orientation, { type: 'region', legend: 'White: the same area.' }),
  ];
}

function isInside(place: Place, { width, height }: Canvas, pixel: number): boolean {
  const x = Math.floor((((pixel % width) + 0.5) * place.width) / width);
  const y = Math.floor(((Math.floor(pixel / width) + 0.5) * place.height) / height);
  return place.data[y * place.width + x] === 1;
}
