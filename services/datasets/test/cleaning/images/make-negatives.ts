import { createHash } from 'node:crypto';
import { createRandom } from '@assay/test-kit/seeded-random';
import sharp from 'sharp';
import type { SourceImage } from './make-copies.ts';

/** Returns a number from 0 to 1. */
type Random = () => number;

function seedRandom(name: string): Random {
  const random = createRandom(createHash('sha256').update(name).digest().readUInt32LE());
  return () => random.below(2 ** 30) / 2 ** 30;
}

const quality = 90;
/** Share of the frame that a simulated camera moves between two frames of a burst. */
const burstShifts = [0, 0.008, 0.016, 0.03];
const cropShares = [0.95, 0.85, 0.7];

/**
 * Makes images that look like the image but are others: frames of a burst by a hand-held camera, a frame in which one object moved,
 * and crops. Each has an origin of its own.
 */
export async function makeLookalikes(origin: string, bytes: Uint8Array): Promise<readonly SourceImage[]> {
  const random = seedRandom(origin);
  const { data, info } = await sharp(bytes).autoOrient().removeAlpha().toBuffer({ resolveWithObject: true });
  const name = (kind: string, made: Uint8Array): SourceImage => ({
    origin: `${origin}~${kind}`,
    kind,
    bytes: made,
  });
  const size = { width: info.width, height: info.height };
  const frames = await Promise.all(
    burstShifts.map(async (shift, index) =>
      name(`burst-${index.toString()}`, await takeFrame({ data, ...size }, shift, random)),
    ),
  );
  const moved = name('moved-object', await moveObject({ data, ...size }, random));
  const crops = await Promise.all(
    cropShares.map(async (share) =>
      name(`crop-${(share * 100).toString()}`, await crop({ data, ...size }, share, random)),
    ),
  );
  return [...frames, moved, ...crops];
}

interface Loaded {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Takes 94 % of the image, shifted and rotated a little, with the noise of a sensor and another exposure. */
async function takeFrame(
  { data, width, height }: Loaded,
  shift: number,
  random: Random,
): Promise<Uint8Array> {
  const w = Math.round(width * 0.94);
  const h = Math.round(height * 0.94);
  const angle = random() * 2 * Math.PI;
  const move = (side: number, part: number): number => Math.round(side * (0.03 + shift * part));
  const window = {
    left: move(width, Math.cos(angle)),
    top: move(height, Math.sin(angle)),
    width: w,
    height: h,
  };
  const frame = await sharp(data)
    .extract(window)
    .linear(1 + (random() - 0.5) * 0.03, 0)
    .toBuffer();
  return sharp(frame)
    .composite([{ input: await makeNoise(w, h), blend: 'soft-light' }])
    .jpeg({ quality })
    .toBuffer();
}

async function makeNoise(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
}

/** A part of the image, of a hundredth of its area, appears at another place of it. */
async function moveObject({ data, width, height }: Loaded, random: Random): Promise<Uint8Array> {
  const w = Math.round(width * 0.12);
  const h = Math.round(height * 0.12);
  const places = Array.from({ length: 12 }, () => ({
    left: Math.floor(random() * (width - w)),
    top: Math.floor(random() * (height - h)),
  }));
  const parts = await Promise.all(
    places.map(async (place) => {
      const part = await sharp(data)
        .extract({ ...place, width: w, height: h })
        .toBuffer();
      const { channels } = await sharp(part).stats();
      return { place, part, level: channels.reduce((sum, { mean }) => sum + mean, 0) };
    }),
  );
  // The brightest part covers the darkest one, so that the object can be seen.
  const darkest = parts.toSorted((a, b) => a.level - b.level)[0];
  const brightest = parts.toSorted((a, b) => b.level - a.level)[0];
  if (darkest === undefined || brightest === undefined) throw new Error('the image has no parts');
  return sharp(data)
    .composite([{ input: brightest.part, ...darkest.place }])
    .jpeg({ quality })
    .toBuffer();
}

async function crop({ data, width, height }: Loaded, share: number, random: Random): Promise<Uint8Array> {
  const w = Math.round(width * share);
  const h = Math.round(height * share);
  // From a corner: a crop from the middle may show what a frame of the burst shows.
  const left = random() < 0.5 ? 0 : width - w;
  const top = random() < 0.5 ? 0 : height - h;
  return sharp(data).extract({ left, top, width: w, height: h }).jpeg({ quality }).toBuffer();
}

/** Makes a photograph so dark that few grey levels are left. */
export async function darken(bytes: Uint8Array): Promise<Uint8Array> {
  return sharp(bytes).autoOrient().linear(0.06, 1).jpeg({ quality }).toBuffer();
}

/** Makes an image of one soft gradient, as of a wall or the sky. */
export async function makeFlat(index: number): Promise<Uint8Array> {
  const random = seedRandom(`flat-${index.toString()}`);
  const level = (): number => Math.round(110 + random() * 60);
  const from = level();
  const to = level();
  const stops = `<stop offset="0" stop-color="rgb(${from},${from},${from + 4})"/><stop offset="1" stop-color="rgb(${to},${to},${to + 4})"/>`;
  const angle = Math.round(random() * 360).toString();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><linearGradient id="g" gradientTransform="rotate(${angle})">${stops}</linearGradient><rect width="900" height="600" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(svg))
    .composite([{ input: await makeNoise(900, 600), blend: 'soft-light' }])
    .jpeg({ quality })
    .toBuffer();
}

const words =
  'the contract of a party shall not be void when notice was sent within thirty days after delivery and payment is due to seller or buyer under clause seven'.split(
    ' ',
  );

/** Makes a scanned page: text in lines on grey paper, scanned a little askew. Pages of one corpus have the same layout. */
export async function makePage(index: number): Promise<Uint8Array> {
  const random = seedRandom(`page-${index.toString()}`);
  const word = (): string => words[Math.floor(random() * words.length)] ?? '';
  const line = (): string => Array.from({ length: 10 }, word).join(' ');
  const text = Array.from({ length: 38 }, (_, row) => {
    const isLast = (row + 1) % 6 === 0;
    return `<text x="110" y="${(150 + row * 40).toString()}">${isLast ? line().slice(0, 20 + random() * 30) : line()}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="1240" height="1754" fill="#f4f2ec"/><g font-family="DejaVu Serif" font-size="24" fill="#222">${text.join('')}</g></svg>`;
  const page = await sharp(Buffer.from(svg)).png().toBuffer();
  const askew = sharp(page).rotate((random() - 0.5) * 0.8, { background: '#f4f2ec' });
  return sharp(await askew.toBuffer())
    .resize(1240, 1754, { fit: 'cover' })
    .jpeg({ quality: 80 })
    .toBuffer();
}
