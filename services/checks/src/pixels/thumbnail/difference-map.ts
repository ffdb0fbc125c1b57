import sharp from 'sharp';
import type { SharpOptions } from 'sharp';
import type { CheckArtifact, PixelImage } from '../../check/check.ts';
import type { PreviewComparison } from './compare-preview.ts';
import type { EmbeddedPicture } from './embedded-pictures.ts';

const markColour = [255, 64, 64] as const;
const dimming = 0.5;
const shownWidth = 640;

/** The embedded preview as found, enlarged for people. */
export async function showPreview({ image }: EmbeddedPicture): Promise<CheckArtifact> {
  const factor = Math.max(1, Math.round(shownWidth / image.width));
  const width = image.width * factor;
  const height = image.height * factor;
  const bytes = await sharp(image.data, raw(image))
    .resize({ width, height, kernel: 'cubic' })
    .png()
    .toBuffer();
  const legend =
    'The small preview stored inside the file, enlarged: what the picture looked like when it was made.';
  return { type: 'preview', mimeType: 'image/png', bytes, width, height, legend };
}

/** The preview dimmed, with the place that differs from the picture in red. */
export async function drawDifference({ preview, difference }: PreviewComparison): Promise<CheckArtifact> {
  const data = new Uint8Array(preview.values.length * 3);
  preview.values.forEach((level, i) => {
    const strength =
      Math.min(1, (difference.residual.values[i] ?? 0) / 60) * (difference.mask[i] === 1 ? 1 : 0.3);
    markColour.forEach((colour, channel) => {
      data[i * 3 + channel] = Math.round(level * dimming * (1 - strength) + colour * strength);
    });
  });
  const factor = Math.max(1, Math.round(shownWidth / preview.width));
  const width = preview.width * factor;
  const height = preview.height * factor;
  const bytes = await sharp(data, raw({ ...preview, data }))
    .resize({ width, height, kernel: 'nearest' })
    .png()
    .toBuffer();
  const legend = 'Red: where the picture differs from its own stored preview.';
  return { type: 'heatmap', mimeType: 'image/png', bytes, width, height, legend };
}

function raw({ width, height }: PixelImage): SharpOptions {
  return { raw: { width, height, channels: 3 } };
}
