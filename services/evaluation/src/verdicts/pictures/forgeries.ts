import { fromRgb, savedAsJpeg, sampleAt } from '../../calibration/measuring/rgb-image.ts';
import { opacityAt } from '../../calibration/measuring/soft-shape.ts';
import type { SoftShape } from '../../calibration/measuring/soft-shape.ts';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { PixelImage } from '@assay/checks/check/check';

/** A processing of an image, and its place. */
export interface Forgery {
  readonly change: ChangeKind;
  readonly image: PixelImage;
  /** 1 where the image was changed, row-major; a copied area also where it was taken from. */
  readonly mask: Uint8Array;
}

type Random = () => number;

/** A shape around a place. */
interface Blob extends SoftShape {
  readonly x: number;
  readonly y: number;
}

const attempts = 60;
const minDeviation = 10;
const leastArea = 0.008;
const mostArea = 0.06;

/** Copies an area with content to another place of the same image; null where no place is worth copying. */
export function copyArea(image: PixelImage, random: Random): Forgery | null {
  const source = findBlob(image, random);
  const target = source && findApart(image, source, random);
  if (source === null || target === null) return null;
  const turned = random() < 0.4 ? (random() - 0.5) * (Math.PI / 4) : 0;
  const zoom = random() < 0.4 ? 0.85 + 0.3 * random() : 1;
  const place = { turned, zoom, fromX: source.x, fromY: source.y };
  let forged = paste(image, image, target, place);
  const more = random() < 0.25 ? 2 : 0;
  for (let nth = 0; nth < more; nth += 1) {
    const further = findApart(image, source, random);
    if (further !== null) forged = pasteAgain(forged, image, { blob: further, place });
  }
  markBlob(forged.mask, image, source);
  return { change: 'copied-area', ...forged };
}

/** One more paste of the same area, whose mask joins that of those before. */
function pasteAgain(
  before: Pasted,
  from: PixelImage,
  { blob, place }: { readonly blob: Blob; readonly place: Placing },
): Pasted {
  const { image, mask } = paste(before.image, from, blob, place);
  return { image, mask: mask.map((inside, at) => Math.max(inside, before.mask[at] ?? 0)) };
}

/**
 * Inserts an area of another image that had been compressed before at `donorQuality`, as images from the web are, and as it is or, with `isTurned`,
 * every second time turned and scaled; null where neither has a place worth it.
 */
export async function insertArea(
  image: PixelImage,
  donor: PixelImage,
  { random, donorQuality, isTurned = false }: { random: Random; donorQuality: number; isTurned?: boolean },
): Promise<Forgery | null> {
  const target = findBlob(image, random);
  const compressed = await savedAsJpeg(donor, donorQuality);
  const source = target && findBlob(compressed, random, target.radius);
  if (target === null || source === null) return null;
  const isPlaced = !isTurned || random() < 0.5;
  const place = {
    turned: isPlaced ? 0 : (random() - 0.5) * (Math.PI / 3),
    zoom: isPlaced ? 1 : 0.6 + 0.6 * random(),
    fromX: Math.round(source.x),
    fromY: Math.round(source.y),
  };
  const aligned = { ...target, x: Math.round(target.x), y: Math.round(target.y) };
  return { change: 'inserted-area', ...paste(image, compressed, aligned, place) };
}

/** Removes what is in an area by growing its surroundings into it, as simple healing tools do; null without such a place. */
export function removeArea(image: PixelImage, random: Random): Forgery | null {
  const blob = findBlob(image, random);
  if (blob === null) return null;
  const filled = fillFromEdge(image, blob);
  const place = { turned: 0, zoom: 1, fromX: blob.x, fromY: blob.y };
  return { change: 'removed-area', ...paste(image, filled, blob, place) };
}

/** Blurs or brightens an area; null without a place with content. */
export async function retouchArea(image: PixelImage, random: Random): Promise<Forgery | null> {
  const blob = findBlob(image, random);
  if (blob === null) return null;
  const { width, height } = image;
  const whole = fromRgb(image);
  const changed = random() < 0.5 ? whole.blur(2.5) : whole.linear(1.18, 6);
  const data = await changed.raw().toBuffer();
  const place = { turned: 0, zoom: 1, fromX: blob.x, fromY: blob.y };
  return { change: 'retouched-area', ...paste(image, { width, height, data }, blob, place) };
}

function findBlob(image: PixelImage, random: Random, radius?: number): Blob | null {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const share = leastArea * (mostArea / leastArea) ** random();
    const size = radius ?? Math.sqrt((share * image.width * image.height) / Math.PI);
    const blob = {
      x: random() * image.width,
      y: random() * image.height,
      radius: size,
      outline: Array.from({ length: 16 }, () => 0.7 + 0.6 * random()),
      feather: 1 + 3 * random(),
    };
    if (fits(image, blob) && deviation(image, blob) >= minDeviation) return blob;
  }
  return null;
}

function findApart(image: PixelImage, source: Blob, random: Random): Blob | null {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const target = {
      ...source,
      x: Math.round(random() * image.width),
      y: Math.round(random() * image.height),
    };
    const apart = Math.hypot(target.x - source.x, target.y - source.y);
    if (fits(image, target) && apart > 2.3 * source.radius) return target;
  }
  return null;
}

function fits({ width, height }: PixelImage, { x, y, radius }: Blob): boolean {
  const reach = radius * 1.7;
  return x > reach && y > reach && x < width - reach && y < height - reach;
}

function deviation({ data, width }: PixelImage, { x, y, radius }: Blob): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  const half = Math.round(radius * 0.7);
  for (let dy = -half; dy < half; dy += 2) {
    for (let dx = -half; dx < half; dx += 2) {
      const value = data[((Math.round(y) + dy) * width + Math.round(x) + dx) * 3 + 1] ?? 0;
      count += 1;
      sum += value;
      squares += value * value;
    }
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

type Pasted = Pick<Forgery, 'image' | 'mask'>;

interface Placing {
  readonly fromX: number;
  readonly fromY: number;
  /** Radians. */
  readonly turned: number;
  readonly zoom: number;
}

function paste(
  image: PixelImage,
  from: PixelImage,
  blob: Blob,
  { fromX, fromY, turned, zoom }: Placing,
): Pasted {
  const data = Uint8Array.from(image.data);
  const mask = new Uint8Array(image.width * image.height);
  const cosine = Math.cos(turned) / zoom;
  const sine = Math.sin(turned) / zoom;
  eachOf(blob, (dx, dy, opacity) => {
    const at = (Math.round(blob.y) + dy) * image.width + Math.round(blob.x) + dx;
    const u = fromX + dx * cosine + dy * sine;
    const v = fromY + dy * cosine - dx * sine;
    if (opacity > 0.5) mask[at] = 1;
    for (let channel = 0; channel < 3; channel += 1) {
      const before = image.data[at * 3 + channel] ?? 0;
      data[at * 3 + channel] = Math.round(before + opacity * (sampleAt(from, u, v, channel) - before));
    }
  });
  return { image: { ...image, data }, mask };
}

function markBlob(mask: Uint8Array, { width }: PixelImage, blob: Blob): void {
  eachOf(blob, (dx, dy, opacity) => {
    if (opacity > 0.5) mask[(Math.round(blob.y) + dy) * width + Math.round(blob.x) + dx] = 1;
  });
}

function eachOf(blob: Blob, visit: (dx: number, dy: number, opacity: number) => void): void {
  const reach = Math.ceil(blob.radius * 1.5);
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const opacity = opacityAt(blob, dx, dy);
      if (opacity > 0) visit(dx, dy, opacity);
    }
  }
}

const fillRounds = 200;

/** Relaxes the inside of the blob towards the mean of its neighbours (Laplace), so that it continues its edge smoothly. */
function fillFromEdge(image: PixelImage, blob: Blob): PixelImage {
  const { width } = image;
  const data = Uint8Array.from(image.data);
  const inside: number[] = [];
  eachOf({ ...blob, feather: 0.5 }, (dx, dy) => {
    inside.push(((Math.round(blob.y) + dy) * width + Math.round(blob.x) + dx) * 3);
  });
  const values = Float32Array.from(data);
  for (let round = 0; round < fillRounds; round += 1) {
    for (const at of round % 2 === 0 ? inside : inside.toReversed()) relax(values, at, width);
  }
  for (const at of inside) for (let c = 0; c < 3; c += 1) data[at + c] = Math.round(values[at + c] ?? 0);
  return { ...image, data };
}

function relax(values: Float32Array, at: number, width: number): void {
  for (let i = at; i < at + 3; i += 1) {
    const beside = (values[i - 3] ?? 0) + (values[i + 3] ?? 0);
    const across = (values[i - width * 3] ?? 0) + (values[i + width * 3] ?? 0);
    values[i] = (beside + across) / 4;
  }
}
