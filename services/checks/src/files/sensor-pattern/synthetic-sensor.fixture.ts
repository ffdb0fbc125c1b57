import sharp from 'sharp';
import { seededRandom } from '../../pixels/copy-move/matching/seeded-random.ts';

export const side = 256;

/** A sensor by its number: each pixel answers by about 1 % more or less than the mean. */
export function sensor(number: number): Float32Array {
  const random = seededRandom(1_000 + number);
  return Float32Array.from({ length: side * side }, () => 1 + 0.01 * normal(random));
}

export interface Exposure {
  /** Number of what is before the camera. */
  readonly scene: number;
  readonly by: Float32Array;
  /** As EXIF, besides a camera of the name. */
  readonly camera?: string | null;
  /** A white and black mark in the corner, as apps draw it. */
  readonly isMarked?: boolean;
}

/** A JPEG of quality 95: soft waves, the answer of the sensor to them, and noise of its own. */
export function expose({ scene, by, camera = 'Maker 1', isMarked = false }: Exposure): Promise<Buffer> {
  const waves = seededRandom(scene);
  const noise = seededRandom(5_000 + scene);
  const across = 0.01 + 0.03 * waves();
  const down = 0.01 + 0.03 * waves();
  const bend = 6 * waves();
  const data = Uint8Array.from({ length: side * side }, (_, i) => {
    const x = i % side;
    const y = Math.floor(i / side);
    if (isMarked && x < 60 && y < 40) return (x * y) % 7 < 3 ? 235 : 20;
    const light = 130 + 50 * Math.sin(across * x + bend) + 40 * Math.cos(down * y + bend * 2);
    return Math.max(0, Math.min(255, light * (by[i] ?? 1) + 1.5 * normal(noise)));
  });
  const picture = sharp(data, { raw: { width: side, height: side, channels: 1 } });
  const named = camera === null ? picture : picture.withExif({ IFD0: { Make: 'Maker', Model: camera } });
  return named.jpeg({ quality: 95 }).toBuffer();
}

/** Roughly normal, of mean 0 and deviation 1. */
function normal(random: () => number): number {
  return (random() + random() + random() - 1.5) * 2;
}
