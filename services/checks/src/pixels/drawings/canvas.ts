import sharp from 'sharp';
import type { CheckArtifact, PixelImage } from '../../check/check.ts';
import type { Orientation } from '../planes/orientation.ts';
import { displayOrder, orientedSize } from '../planes/orientation.ts';

/** Longest side of a drawn picture, in pixels. */
const maxSide = 1000;
/** How bright the picture stands behind what is drawn on it. */
const dimming = 0.6;

/** RGB, 8 bits, row by row. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The picture, made small, grey and dark, to draw on. */
export async function dimmedPicture({ data, width, height }: PixelImage): Promise<Canvas> {
  const { data: grey, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgb = new Uint8Array(info.width * info.height * 3);
  for (let i = 0; i < info.width * info.height; i++) {
    rgb.fill(Math.round((grey[i * info.channels] ?? 0) * dimming), i * 3, i * 3 + 3);
  }
  return { width: info.width, height: info.height, data: rgb };
}

/** Mixes a colour into one pixel of a dimmed picture; where it is drawn, the picture is as bright as it was. */
export function tint({ data }: Canvas, pixel: number, colour: readonly number[], strength: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const before = (data[pixel * 3 + channel] ?? 0) / dimming;
    const mixed = before * (1 - strength) + (colour[channel] ?? 0) * strength;
    data[pixel * 3 + channel] = Math.min(255, Math.round(mixed));
  }
}

/** The canvas rotated the way the image is displayed. */
export function displayCanvas(canvas: Canvas, orientation: Orientation): Canvas {
  const order = displayOrder(canvas, orientation);
  const data = new Uint8Array(order.length * 3);
  order.forEach((from, to) => {
    data.set(canvas.data.subarray(from * 3, from * 3 + 3), to * 3);
  });
  return { ...orientedSize(canvas, orientation), data };
}

/** A PNG of the canvas, turned the way the picture is shown. */
export async function encode(
  canvas: Canvas,
  orientation: Orientation,
  about: Pick<CheckArtifact, 'type' | 'legend'>,
): Promise<CheckArtifact> {
  const { data, ...size } = displayCanvas(canvas, orientation);
  const bytes = await sharp(data, { raw: { ...size, channels: 3 } })
    .png({ compressionLevel: 7 })
    .toBuffer();
  return { ...about, mimeType: 'image/png', bytes, ...size };
}
