import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import sharp from 'sharp';
import type { CheckArtifact } from '../check/check.ts';

/** A stretch of time to mark, in seconds, in one of two colours that colour-blind readers tell apart. */
export interface MarkedSpan {
  readonly from: number;
  readonly to: number;
  readonly colour: 'orange' | 'blue';
}

const width = 1000;
const height = 180;
const colours = { orange: [255, 138, 0], blue: [0, 174, 255] } as const;
const ground = 24;
const wave = 200;
const tintStrength = 0.55;

/** Sound, or another quantity over time, from left to right, as high as it is large, with the spans behind it in their colours. */
export async function drawTimeline(
  { samples, sampleRate }: Pick<MonoSound, 'samples' | 'sampleRate'>,
  spans: readonly MarkedSpan[],
  legend: string,
): Promise<CheckArtifact> {
  const data = new Uint8Array(width * height * 3).fill(ground);
  const seconds = samples.length / sampleRate;
  for (const span of spans) tint(data, span, seconds);
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
  for (let x = 0; x < width; x++) {
    const from = Math.floor((x * samples.length) / width);
    const to = Math.max(from + 1, Math.floor(((x + 1) * samples.length) / width));
    let most = 0;
    for (let i = from; i < to; i++) most = Math.max(most, Math.abs(samples[i] ?? 0));
    const half = Math.max(1, Math.round((most / loudest) * (height / 2 - 4)));
    for (let y = height / 2 - half; y < height / 2 + half; y++)
      data.fill(wave, (y * width + x) * 3, (y * width + x) * 3 + 3);
  }
  const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 7, palette: true })
    .toBuffer();
  return { type: 'timeline', mimeType: 'image/png', bytes, width, height, legend };
}

function tint(data: Uint8Array, { from, to, colour }: MarkedSpan, seconds: number): void {
  const left = Math.max(0, Math.floor((from / seconds) * width));
  // A short span must be seen as well.
  const right = Math.min(width, Math.max(left + 3, Math.ceil((to / seconds) * width)));
  for (let y = 0; y < height; y++) {
    for (let x = left; x < right; x++) {
      colours[colour].forEach((value, channel) => {
        data[(y * width + x) * 3 + channel] = ground + Math.round((value - ground) * tintStrength);
      });
    }
  }
}
