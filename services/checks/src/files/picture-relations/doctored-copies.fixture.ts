import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { PixelImage } from '../../check/check.ts';
import type { PixelBox } from '../../pixels/planes/orientation.ts';

/** An image with one altered place, and the rectangle that was altered. */
export interface DoctoredCopy {
  readonly image: PixelImage;
  readonly box: PixelBox;
}

export function toSharp({ data, width, height }: PixelImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

export async function readPixels(image: Sharp): Promise<PixelImage> {
  const { data, info } = await image
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Covers about 5 % of an image with an inverted and rotated part of itself, as `doctored-pair.py` of the shared cases does. */
export async function coverPlace(image: PixelImage): Promise<DoctoredCopy> {
  const w = Math.floor(image.width * 0.2);
  const h = Math.floor(image.height * 0.25);
  const corner = { left: Math.floor(image.width / 10), top: Math.floor(image.height / 10) };
  const rotated = await readPixels(
    toSharp(await readPixels(toSharp(image).extract({ ...corner, width: w, height: h })))
      .rotate(12)
      .negate({ alpha: false }),
  );
  const middle = { left: Math.floor((rotated.width - w) / 2), top: Math.floor((rotated.height - h) / 2) };
  const piece = await readPixels(toSharp(rotated).extract({ ...middle, width: w, height: h }));
  const rimX = Math.floor(w / 10);
  const rimY = Math.floor(h / 10);
  const inner = { width: w - 2 * rimX, height: h - 2 * rimY };
  const white = { create: { ...inner, channels: 3 as const, background: '#fff' } };
  const mask = await readPixels(
    sharp({ create: { width: w, height: h, channels: 3, background: '#000' } })
      .composite([{ input: white, left: rimX, top: rimY }])
      .blur(3),
  );
  const x = image.width - 2 * w;
  const y = image.height - 2 * h;
  const data = blend(image, { x, y, piece, mask });
  return { image: { ...image, data }, box: { x: x + rimX, y: y + rimY, ...inner } };
}

interface Overlay {
  readonly x: number;
  readonly y: number;
  readonly piece: PixelImage;
  readonly mask: PixelImage;
}

function blend(image: PixelImage, { x, y, piece, mask }: Overlay): Uint8Array {
  const data = Uint8Array.from(image.data);
  for (let at = 0; at < piece.data.length; at++) {
    const pixel = Math.floor(at / 3);
    const to =
      ((y + Math.floor(pixel / piece.width)) * image.width + x + (pixel % piece.width)) * 3 + (at % 3);
    const share = (mask.data[at] ?? 0) / 255;
    data[to] = Math.round((data[to] ?? 0) * (1 - share) + (piece.data[at] ?? 0) * share);
  }
  return data;
}

/** Replaces a rectangle with its own mean colour in each row, as a crude removal does. */
export function removePlace(image: PixelImage, box: PixelBox): DoctoredCopy {
  const data = Uint8Array.from(image.data);
  for (let row = box.y; row < box.y + box.height; row++) {
    const from = (row * image.width + box.x) * 3;
    const until = from + box.width * 3;
    for (let channel = 0; channel < 3; channel++) {
      let sum = 0;
      for (let at = from + channel; at < until; at += 3) sum += image.data[at] ?? 0;
      for (let at = from + channel; at < until; at += 3) data[at] = Math.round(sum / box.width);
    }
  }
  return { image: { ...image, data }, box };
}

/** Pastes a rectangle of another image of at least that size. */
export function pastePlace(image: PixelImage, donor: PixelImage, box: PixelBox): DoctoredCopy {
  const data = Uint8Array.from(image.data);
  for (let row = 0; row < box.height; row++) {
    const from = ((box.y + row) * donor.width + box.x) * 3;
    data.set(donor.data.subarray(from, from + box.width * 3), ((box.y + row) * image.width + box.x) * 3);
  }
  return { image: { ...image, data }, box };
}

/** The share of two rectangles together that belongs to both. */
export function overlapShare(one: PixelBox, other: PixelBox): number {
  const side = (from: number, length: number, otherFrom: number, otherLength: number): number =>
    Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom));
  const common =
    side(one.x, one.width, other.x, other.width) * side(one.y, one.height, other.y, other.height);
  return common / (one.width * one.height + other.width * other.height - common);
}
