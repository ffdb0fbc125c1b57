import type { CheckArtifact, PixelImage } from '../../../check/check.ts';
import type { Orientation } from '../../planes/orientation.ts';
import type { Canvas } from '../../drawings/canvas.ts';
import { dimmedPicture, encode, tint } from '../../drawings/canvas.ts';
import type { DuplicateRegion } from '../regions/verify-duplicate.ts';
import { applyTransform } from '../matching/transform.ts';

/** RGB of one place and of the other; distinguishable to colour-blind readers. */
const placeColours = [
  [255, 138, 0],
  [0, 174, 255],
] as const;
const tintStrength = 0.6;
const linkRadius = 1.5;
const nothingValue = 0;

export interface DuplicatePicture {
  readonly image: PixelImage;
  /** Pixels of the file per working pixel. */
  readonly filePixels: number;
  readonly orientation: Orientation;
  readonly regions: readonly DuplicateRegion[];
}

/** The picture dimmed, with the two places of each duplicate in orange and blue and a line between them; as shown. */
export async function drawHeatMap(subject: DuplicatePicture): Promise<CheckArtifact> {
  const canvas = await dimmedPicture(subject.image);
  const layer = paintPlaces(canvas, subject);
  colour(canvas, layer);
  return encode(canvas, subject.orientation, {
    type: 'heatmap',
    legend: 'The same content found twice: one place in orange, the other in blue, joined by a line.',
  });
}

/** White where either place of a duplicate lies, black elsewhere; as shown. */
export async function drawMask(subject: DuplicatePicture): Promise<CheckArtifact> {
  const canvas = await dimmedPicture(subject.image);
  const layer = paintPlaces(canvas, subject).map((value) => (value === linkValue ? nothingValue : value));
  for (let i = 0; i < layer.length; i++)
    canvas.data.fill(layer[i] === nothingValue ? 0 : 255, i * 3, i * 3 + 3);
  return encode(canvas, subject.orientation, { type: 'region', legend: 'White: the places found twice.' });
}

const linkValue = 3;

/** Per canvas pixel: 0 nothing, 1 one place, 2 the other, 3 the link. */
function paintPlaces(canvas: Canvas, { image, filePixels, regions }: DuplicatePicture): Uint8Array {
  const layer = new Uint8Array(canvas.width * canvas.height);
  const scale = (canvas.width / image.width) * filePixels;
  for (const region of regions) {
    const { frame, transform } = region;
    const radius = scale * 0.75 * frame.step;
    let count = 0;
    let sumX = 0;
    let sumY = 0;
    region.mask.forEach((inside, i) => {
      if (inside === 0) return;
      const x = frame.left + (i % frame.width) * frame.step;
      const y = frame.top + Math.floor(i / frame.width) * frame.step;
      dot(layer, canvas, { ...scaled({ x, y }, scale), radius, value: 1 });
      dot(layer, canvas, { ...scaled(applyTransform(transform, { x, y }), scale), radius, value: 2 });
      count++;
      sumX += x;
      sumY += y;
    });
    const centre = { x: sumX / count, y: sumY / count };
    link(layer, canvas, {
      from: scaled(centre, scale),
      to: scaled(applyTransform(transform, centre), scale),
    });
  }
  return layer;
}

function scaled({ x, y }: { x: number; y: number }, scale: number): { x: number; y: number } {
  return { x: x * scale, y: y * scale };
}

interface Dot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly value: number;
}

function dot(layer: Uint8Array, { width, height }: Canvas, { x, y, radius, value }: Dot): void {
  const toX = Math.min(width - 1, Math.round(x + radius - 0.5));
  const toY = Math.min(height - 1, Math.round(y + radius - 0.5));
  for (let row = Math.max(0, Math.round(y - radius + 0.5)); row <= toY; row++) {
    layer.fill(value, row * width + Math.max(0, Math.round(x - radius + 0.5)), row * width + toX + 1);
  }
}

function link(
  layer: Uint8Array,
  canvas: Canvas,
  { from, to }: { from: { x: number; y: number }; to: { x: number; y: number } },
): void {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y));
  for (let step = 0; step <= steps; step++) {
    const x = from.x + ((to.x - from.x) * step) / Math.max(1, steps);
    const y = from.y + ((to.y - from.y) * step) / Math.max(1, steps);
    dot(layer, canvas, { x, y, radius: linkRadius, value: linkValue });
  }
}

function colour(canvas: Canvas, layer: Uint8Array): void {
  layer.forEach((value, pixel) => {
    if (value === nothingValue) return;
    tint(canvas, pixel, placeColours[value - 1] ?? [255, 255, 255], value === linkValue ? 1 : tintStrength);
  });
}
