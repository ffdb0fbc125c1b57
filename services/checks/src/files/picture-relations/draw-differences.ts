import sharp from 'sharp';
import type { ResizeOptions, Sharp } from 'sharp';
import type { CheckArtifact, PixelImage } from '../../check/check.ts';
import { displayCanvas } from '../../pixels/drawings/canvas.ts';
import type { Canvas } from '../../pixels/drawings/canvas.ts';
import { outlineAreas } from '../../pixels/drawings/outline-areas.ts';
import type { Orientation, PixelBox, Size } from '../../pixels/planes/orientation.ts';

/** Longest side of each of the four parts of a drawing, and the pixels between them. */
const partSide = 480;
const gap = 16;
const ground = '#8a8a8a';

/** An image with the places where it differs from another one, in its pixels as stored; the largest place first. */
export interface DifferingImage {
  readonly image: PixelImage;
  readonly orientation: Orientation;
  readonly places: readonly PixelBox[];
}

/** One image as it is displayed, reduced to its half of a drawing. */
export interface DrawnDifferences {
  /** All of the image, with an outline around each place. */
  readonly whole: Canvas;
  /** The largest place and its neighbourhood. */
  readonly place: Canvas;
}

/** Draws one of two images, so that only one needs to be decoded at a time. */
export async function drawDifferences({
  image: { data, ...size },
  orientation,
  places,
}: DifferingImage): Promise<DrawnDifferences> {
  const open = (): Sharp => sharp(data, { raw: { ...size, channels: 3 } });
  const reduced = await readCanvas(open(), { withoutEnlargement: true });
  const areas = places.map((place) => scaleBox(place, reduced.width / size.width));
  const outlined = { ...reduced, data: outlineAreas({ ...reduced, channels: 3 }, areas) };
  const [largest = { x: 0, y: 0, ...size }] = places;
  const { x: left, y: top, width, height } = widen(largest, size);
  const place = await readCanvas(open().extract({ left, top, width, height }), {});
  return { whole: displayCanvas(outlined, orientation), place: displayCanvas(place, orientation) };
}

async function readCanvas(image: Sharp, options: ResizeOptions): Promise<Canvas> {
  const { data, info } = await image
    .resize({ width: partSide, height: partSide, fit: 'inside', ...options })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function scaleBox({ x, y, width, height }: PixelBox, scale: number): PixelBox {
  const left = Math.floor(x * scale);
  const top = Math.floor(y * scale);
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) * scale) - left,
    height: Math.ceil((y + height) * scale) - top,
  };
}

/** Adds half of its sides to a place, within the image. */
function widen({ x, y, width, height }: PixelBox, size: Size): PixelBox {
  const left = Math.max(0, Math.floor(x - width / 4));
  const top = Math.max(0, Math.floor(y - height / 4));
  const right = Math.min(size.width, Math.ceil(x + (5 * width) / 4));
  const bottom = Math.min(size.height, Math.ceil(y + (5 * height) / 4));
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Joins both images: one left of the other, and the largest place of each below it. */
export async function joinDrawings(
  [left, right]: readonly [DrawnDifferences, DrawnDifferences],
  legend: string,
): Promise<CheckArtifact> {
  const columns = [left, right].map(({ whole, place }) => Math.max(whole.width, place.width));
  const rows = [
    Math.max(left.whole.height, right.whole.height),
    Math.max(left.place.height, right.place.height),
  ];
  const second = (columns[0] ?? 0) + gap;
  const below = (rows[0] ?? 0) + gap;
  const size = { width: second + (columns[1] ?? 0), height: below + (rows[1] ?? 0) };
  const layer = ({ data, ...drawn }: Canvas, x: number, y: number) => ({
    input: Buffer.from(data),
    raw: { ...drawn, channels: 3 as const },
    left: x,
    top: y,
  });
  const bytes = await sharp({ create: { ...size, channels: 3, background: ground } })
    .composite([
      layer(left.whole, 0, 0),
      layer(right.whole, second, 0),
      layer(left.place, 0, below),
      layer(right.place, second, below),
    ])
    .removeAlpha()
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { type: 'comparison', mimeType: 'image/jpeg', bytes, ...size, legend };
}
