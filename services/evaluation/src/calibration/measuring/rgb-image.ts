import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { PixelImage } from '@assay/checks/check/check';

export function fromRgb({ data, width, height }: PixelImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

export async function decodeRgb(picture: Sharp): Promise<PixelImage> {
  const { data, info } = await picture
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** The image as it looks after it was saved at this quality, 1 to 100. */
export async function savedAsJpeg(image: PixelImage, quality: number): Promise<PixelImage> {
  return decodeRgb(sharp(await fromRgb(image).jpeg({ quality }).toBuffer()));
}

/** A channel between pixels, bilinear; outside, that of the nearest edge. */
export function sampleAt({ data, width, height }: PixelImage, x: number, y: number, channel: number): number {
  const column = Math.max(0, Math.min(width - 2, Math.floor(x)));
  const row = Math.max(0, Math.min(height - 2, Math.floor(y)));
  const right = Math.max(0, Math.min(1, x - column));
  const down = Math.max(0, Math.min(1, y - row));
  const at = (row * width + column) * 3 + channel;
  const upper = (data[at] ?? 0) * (1 - right) + (data[at + 3] ?? 0) * right;
  const lower = (data[at + width * 3] ?? 0) * (1 - right) + (data[at + width * 3 + 3] ?? 0) * right;
  return upper * (1 - down) + lower * down;
}
