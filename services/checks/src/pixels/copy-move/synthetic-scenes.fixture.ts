import type { PixelImage } from '../../check/check.ts';
import { seededRandom } from './matching/seeded-random.ts';

/** Scenes are as small as every check can judge. */
export const size = { width: 600, height: 464 };

type Painter = (x: number, y: number) => number;

function painted(paint: Painter): PixelImage {
  const data = new Uint8Array(size.width * size.height * 3);
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at += 3)
      data.fill(Math.max(0, Math.min(255, paint(x, y))), at, at + 3);
  }
  return { ...size, data };
}

/** Discs of random size and tone with sensor-like noise: detail everywhere, nothing twice. */
export function clutter(): PixelImage {
  const random = seededRandom(5);
  const levels = new Float32Array(size.width * size.height).fill(128);
  for (let disc = 0; disc < 1_100; disc++) {
    const cx = random() * size.width;
    const cy = random() * size.height;
    const radius = 3 + 14 * random();
    const level = 40 + 180 * random();
    const left = Math.max(0, Math.floor(cx - radius));
    const right = Math.min(size.width, cx + radius);
    for (let y = Math.max(0, Math.floor(cy - radius)); y < Math.min(size.height, cy + radius); y++) {
      const half = Math.sqrt(Math.max(0, radius ** 2 - (y - cy) ** 2));
      levels.fill(
        level,
        y * size.width + Math.max(left, Math.round(cx - half)),
        y * size.width + Math.min(right, Math.round(cx + half)),
      );
    }
  }
  return painted((x, y) => (levels[y * size.width + x] ?? 0) + noise(random));
}

function noise(random: () => number): number {
  return 6 * (random() + random() + random() - 1.5);
}

export function grid(): PixelImage {
  const random = seededRandom(6);
  return painted((x, y) => (x % 60 < 6 || y % 45 < 6 ? 60 : 190) + noise(random));
}

/** The same relief on every tile, each with its own shade and noise. */
export function tiles(): PixelImage {
  const random = seededRandom(7);
  const shades = Array.from({ length: 400 }, () => 30 * random());
  return painted((x, y) => {
    const shade = shades[Math.floor(y / 70) * 20 + Math.floor(x / 70)] ?? 0;
    const relief =
      40 * Math.sin((x % 70) / 7) * Math.cos((y % 70) / 9) + 25 * Math.sin(((x % 70) * (y % 70)) / 200);
    return 120 + shade + relief + noise(random);
  });
}

/** Lines of letters of five by seven dots from a small alphabet. */
export function page(): PixelImage {
  const random = seededRandom(8);
  const alphabet = Array.from({ length: 26 }, () => Array.from({ length: 35 }, () => random() < 0.45));
  const text = Array.from({ length: 4000 }, () => Math.floor(random() * 30));
  return painted((x, y) => {
    const column = Math.floor(x / 18);
    const row = Math.floor(y / 30);
    const dx = Math.floor((x % 18) / 3);
    const dy = Math.floor((y % 30) / 3);
    const letter = alphabet[text[row * 50 + column] ?? 29];
    return dx < 5 && dy < 7 && letter?.[dy * 5 + dx] === true ? 20 : 245;
  });
}

export function gradient(): PixelImage {
  const random = seededRandom(9);
  return painted((x, y) => 60 + x / 8 + y / 12 + noise(random) / 3);
}

interface Paste {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly side: number;
  readonly turn?: number;
  readonly zoom?: number;
}

export function copied(image: PixelImage, { from, to, side, turn = 0, zoom = 1 }: Paste): PixelImage {
  const data = Uint8Array.from(image.data);
  const half = side / 2;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const dx = (x - half) / zoom;
      const dy = (y - half) / zoom;
      const u = from[0] + half + dx * Math.cos(turn) + dy * Math.sin(turn);
      const v = from[1] + half + dy * Math.cos(turn) - dx * Math.sin(turn);
      data.fill(
        between(image, u, v),
        ((to[1] + y) * size.width + to[0] + x) * 3,
        ((to[1] + y) * size.width + to[0] + x) * 3 + 3,
      );
    }
  }
  return { ...image, data };
}

function between({ data, width }: PixelImage, u: number, v: number): number {
  const column = Math.floor(u);
  const row = Math.floor(v);
  const at = (x: number, y: number): number => data[(y * width + x) * 3] ?? 0;
  const upper = at(column, row) * (1 - u + column) + at(column + 1, row) * (u - column);
  const lower = at(column, row + 1) * (1 - u + column) + at(column + 1, row + 1) * (u - column);
  return Math.round(upper * (1 - v + row) + lower * (v - row));
}
