import sharp from 'sharp';
import type { CheckArtifact } from '../../check/check.ts';
import { tileSide } from './average-spectrum.ts';
import type { Spectrum } from './average-spectrum.ts';

const side = 2 * tileSide;
/** The share of the frequencies that is drawn black, and white. */
const dark = 0.01;
const bright = 0.999;
const legend =
  'The spectrum of the noise in the picture: slow changes in the middle, finer ones further out; regular patterns are bright points.';

/** The spectrum by its logarithm, with the lowest frequencies in the middle. */
export async function drawSpectrum({ power }: Spectrum): Promise<CheckArtifact> {
  const levels = power.map((value) => Math.log10(Math.max(1e-12, value)));
  const sorted = levels.toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const black = at(dark);
  const white = at(bright);
  const pixels = new Uint8Array(tileSide * tileSide);
  for (let y = 0; y < tileSide; y++) {
    for (let x = 0; x < tileSide; x++) {
      const level = levels[centred(y) * tileSide + centred(x)] ?? 0;
      const grey = (255 * (level - black)) / Math.max(1e-6, white - black);
      pixels[y * tileSide + x] = Math.max(0, Math.min(255, Math.round(grey)));
    }
  }
  const bytes = await sharp(pixels, { raw: { width: tileSide, height: tileSide, channels: 1 } })
    .resize(side, side, { kernel: 'nearest' })
    .png({ compressionLevel: 7 })
    .toBuffer();
  return { type: 'spectrum', mimeType: 'image/png', bytes, width: side, height: side, legend };
}

const centred = (index: number): number => (index + tileSide / 2) % tileSide;
