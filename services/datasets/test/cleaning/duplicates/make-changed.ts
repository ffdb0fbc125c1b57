import { createRandom } from '@assay/test-kit/seeded-random';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { addFigure } from './make-pairs.ts';
import type { ImagePair } from './make-pairs.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface ChangePlan {
  readonly size: Size;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/** The changes of a copy: colours, mirror, brightness by a fifth, crops of up to a tenth, borders and stamps. */
const changes: Readonly<Record<string, (image: Sharp, plan: ChangePlan) => Sharp>> = {
  'changed-grey': (image) => image.greyscale(),
  'changed-mirrored': (image) => image.flop(),
  'changed-brighter': (image) => image.linear(1.2, 0),
  'changed-darker': (image) => image.linear(0.8, 0),
  'changed-cropped': (image, { size: { width, height }, random }) => {
    const cutX = 0.02 + random() * 0.08;
    const cutY = random() * 0.1;
    const left = Math.floor(random() * cutX * width);
    const top = Math.floor(random() * cutY * height);
    const kept = { width: Math.floor(width * (1 - cutX)), height: Math.floor(height * (1 - cutY)) };
    return image.extract({ left, top, ...kept });
  },
  'changed-bordered': (image, { size: { width }, random }) => {
    const side = Math.round(width * (0.01 + random() * 0.05));
    const background = ['#fff', '#111', '#a33'][Math.floor(random() * 3)] ?? '#fff';
    return image.extend({ top: side, bottom: side, left: side, right: side, background });
  },
  'changed-stamped': (image, { size: { width, height }, random }) => {
    const wide = Math.round(width * 0.3);
    const high = Math.round(height * 0.09);
    const fill = ['#fff', '#b00', '#111'][Math.floor(random() * 3)] ?? '#fff';
    const text = `<text x="2" y="${(high * 0.8).toFixed(0)}" font-family="DejaVu Sans" font-weight="bold" font-size="${(high * 0.8).toFixed(0)}" textLength="${(wide * 0.95).toFixed(0)}" fill="${fill}">AGENCY 12</text>`;
    const stamp = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide.toString()}" height="${high.toString()}">${text}</svg>`;
    const place = { left: random() < 0.5 ? 8 : width - wide - 8, top: height - high - 8 };
    return image.composite([{ input: Buffer.from(stamp), ...place }]);
  },
};

/** Makes changed copies of a scene, and the same changes of the scene with a small figure, which is other content. */
export async function makeChangedPairs(scene: Uint8Array, seed: number): Promise<readonly ImagePair[]> {
  const numbers = createRandom(seed);
  const random = (): number => numbers.below(2 ** 30) / 2 ** 30;
  const { width, height } = await sharp(scene).metadata();
  const plan = { size: { width, height }, random };
  const other = await addFigure(scene, plan.size, { share: 0.03, seed: numbers.below(1_000) });
  const pairs: ImagePair[] = [];
  for (const [kind, change] of Object.entries(changes)) {
    const make = (image: Uint8Array): Promise<Buffer> =>
      change(sharp(image), plan).jpeg({ quality: 88 }).toBuffer();
    pairs.push({ kind, relation: 'changed', one: scene, other: await make(scene) });
    pairs.push({ kind: `${kind}-figure`, relation: 'different', one: scene, other: await make(other) });
  }
  return pairs;
}
