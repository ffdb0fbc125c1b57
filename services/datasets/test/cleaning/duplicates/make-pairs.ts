import { createRandom } from '@assay/test-kit/seeded-random';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { PairRelation } from './removal-counts.ts';

/** Two images, and the way in which the second one was made of the first one. */
export interface ImagePair {
  readonly kind: string;
  readonly relation: PairRelation;
  readonly one: Uint8Array;
  readonly other: Uint8Array;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const copies: Readonly<Record<string, (image: Sharp, size: Size) => Sharp>> = {
  'jpeg-90': (image) => image.jpeg({ quality: 90 }),
  'jpeg-60': (image) => image.jpeg({ quality: 60 }),
  'jpeg-35': (image) => image.jpeg({ quality: 35 }),
  'half-jpeg': (image, { width }) => image.resize(Math.round(width / 2)).jpeg({ quality: 80 }),
  'two-thirds-png': (image, { width }) => image.resize(Math.round(width / 1.5)).png({ compressionLevel: 1 }),
  'larger-jpeg': (image, { width }) => image.resize(Math.round(width * 1.3)).jpeg({ quality: 85 }),
  'webp-75': (image) => image.webp({ quality: 75 }),
  'half-gif': (image, { width }) => image.resize(Math.round(width / 2)).gif({ effort: 1 }),
  'half-avif': (image, { width }) => image.resize(Math.round(width / 2)).avif({ quality: 50, effort: 0 }),
};

async function makeCopies(one: Uint8Array, size: Size, prefix: string): Promise<readonly ImagePair[]> {
  return Promise.all(
    Object.entries(copies).map(async ([name, copy]) => {
      const other = await copy(sharp(one), size).toBuffer();
      return { kind: `${prefix}${name}`, relation: 'copy' as const, one, other };
    }),
  );
}

/** Makes copies of a photograph, and images of the same scene that are none: frames of a burst, crops, and small changes. */
export async function makeScenePairs(scene: Uint8Array, seed: number): Promise<readonly ImagePair[]> {
  const random = createRandom(seed);
  const { width, height } = await sharp(scene).metadata();
  const size = { width, height };
  const others: Readonly<Record<string, Uint8Array>> = {
    'burst-tiny-shift': await cut(scene, size, { left: 0.004, right: 0.004 }),
    'burst-shift': await cut(scene, size, { left: 0.012, right: 0.002 }),
    'crop-97': await cut(scene, size, { left: 0, right: 0.03 }),
    recolored: await sharp(scene).modulate({ hue: 30 }).jpeg({ quality: 90 }).toBuffer(),
    'small-figure': await addFigure(scene, size, { share: 0.02, seed: random.below(1_000) }),
    'small-figure-half': await sharp(await addFigure(scene, size, { share: 0.03, seed: random.below(1_000) }))
      .resize(Math.round(width / 2))
      .jpeg({ quality: 80 })
      .toBuffer(),
    'noisy-figure': await addNoise(
      await addFigure(scene, size, { share: 0.025, seed: random.below(1_000) }),
      size,
    ),
  };
  const different = Object.entries(others).map(([kind, other]) => ({
    kind,
    relation: 'different' as const,
    one: scene,
    other,
  }));
  return [...(await makeCopies(scene, size, '')), ...different];
}

/** Leaves out a share of the width at both ends, as a camera that moved a little or a crop does. */
async function cut(
  scene: Uint8Array,
  { width, height }: Size,
  { left, right }: { readonly left: number; readonly right: number },
): Promise<Uint8Array> {
  const start = Math.max(left > 0 ? 2 : 0, Math.round(width * left));
  const end = width - Math.round(width * right);
  const kept = { left: start, top: 0, width: end - start, height };
  return sharp(scene).extract(kept).jpeg({ quality: 90 }).toBuffer();
}

/** Draws a person of a share of the width, dark on light and light on dark ground. */
export async function addFigure(
  scene: Uint8Array,
  { width, height }: Size,
  { share, seed }: { readonly share: number; readonly seed: number },
): Promise<Uint8Array> {
  const random = createRandom(seed);
  const side = Math.max(10, Math.round(width * share));
  const tall = side * 2;
  const left = random.below(Math.max(1, width - side));
  const top = random.below(Math.max(1, height - tall));
  const ground = sharp(scene).extract({ left, top, width: side, height: Math.min(tall, height - top) });
  const { channels } = await sharp(await ground.png().toBuffer()).stats();
  const isLight = channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length > 110;
  const fill = isLight ? '#26282c' : '#d8d4cc';
  const figure = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${tall}" viewBox="0 0 10 20"><circle cx="5" cy="3" r="3" fill="${fill}"/><rect x="2" y="6" width="6" height="14" rx="2" fill="${fill}"/></svg>`;
  return sharp(scene)
    .composite([{ input: Buffer.from(figure), left, top }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

async function addNoise(scene: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const;
  const create = { width, height, channels: 3, background: '#808080', noise } as const;
  const input = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer();
  return sharp(scene)
    .composite([{ input, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

const words =
  'goods order delivery buyer seller price unit number of the and for with within days payment due account'.split(
    ' ',
  );
const page = { width: 1_240, height: 1_754 };

interface Fields {
  readonly number: string;
  readonly name: string;
  readonly total: string;
}

/** Makes copies of a form, and forms in which one field differs, also printed and scanned. */
export async function makePagePairs(seed: number): Promise<readonly ImagePair[]> {
  const fields = { number: String(1_000 + seed), name: 'Miller Bakery', total: '480.00' };
  const one = await drawPage(seed, fields);
  const changes: Readonly<Record<string, Fields>> = {
    number: { ...fields, number: String(1_001 + seed) },
    name: { ...fields, name: 'Muller Bakery' },
    total: { ...fields, total: '430.00' },
  };
  const different: ImagePair[] = [];
  for (const [name, changed] of Object.entries(changes)) {
    const other = await drawPage(seed, changed);
    different.push({ kind: `page-${name}`, relation: 'different', one, other });
    const half = await sharp(other)
      .resize(page.width / 2)
      .jpeg({ quality: 80 })
      .toBuffer();
    different.push({ kind: `page-${name}-half`, relation: 'different', one, other: half });
    const scans = [await scan(one, seed), await scan(other, seed + 1)] as const;
    different.push({ kind: `page-${name}-scans`, relation: 'different', one: scans[0], other: scans[1] });
    const askew = [await scan(one, seed, 0.4), await scan(other, seed + 1, 0.4)] as const;
    different.push({ kind: `page-${name}-askew`, relation: 'different', one: askew[0], other: askew[1] });
  }
  return [...(await makeCopies(one, page, 'page-')), ...different];
}

async function drawPage(seed: number, { number, name, total }: Fields): Promise<Buffer> {
  const random = createRandom(seed);
  const font = 22 + random.below(8);
  const lines = Array.from({ length: 34 }, (_, row) => {
    const line = Array.from({ length: 9 }, () => words[random.below(words.length)] ?? '').join(' ');
    return `<text x="110" y="${230 + row * 42}">${line}</text>`;
  });
  const head = `<text x="110" y="100">No. ${number}</text><text x="700" y="100">${name}</text><text x="110" y="160">Total EUR ${total}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}" height="${page.height}"><rect width="1240" height="1754" fill="#fff"/><g font-family="DejaVu Sans" font-size="${font}" fill="#222">${head}${lines.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

/** Prints and scans a page: grey paper, a little blur and noise, turned by up to some degrees. */
async function scan(bytes: Uint8Array, seed: number, degrees = 0.025): Promise<Uint8Array> {
  const random = createRandom(seed);
  const angle = ((random.below(100) - 50) / 50) * degrees;
  const turned = await sharp(bytes)
    .blur(0.7)
    .linear(0.9, 12)
    .rotate(angle, { background: '#f2f2f2' })
    .png()
    .toBuffer();
  const flat = await sharp(turned)
    .resize({ ...page, fit: 'cover' })
    .png()
    .toBuffer();
  return addNoise(flat, page);
}
