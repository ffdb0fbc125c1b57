import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { damageBytes } from '@assay/test-kit/media/damage-bytes';
import { createRandom } from '@assay/test-kit/seeded-random';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedMedia, sharedFiles } from '../shared-media.ts';
import { startHostileReading, timed } from './reading.ts';
import type { HostileReading, Outcome } from './reading.ts';

const seed = Number(process.env['SEED'] ?? 20_261_123);
const mutations = Number(process.env['MUTATIONS'] ?? 60);
const maxOriginalBytes = 2 ** 18;
let reading: HostileReading;

beforeAll(async () => {
  reading = await startHostileReading();
});
afterAll(() => reading.close());

interface Original {
  readonly name: string;
  readonly content: Uint8Array;
}

/** One of each format that is made here, and the photographs of the collection, where there is one. */
async function originals(): Promise<readonly Original[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: '#888', noise } });
  const made = (['jpeg', 'png', 'webp', 'gif', 'avif'] as const).map(async (format) => {
    const content = await picture
      .clone()
      .withExif({ IFD0: { Make: 'ACME' } })
      [format]()
      .toBuffer();
    return { name: format, content };
  });
  const photographs = hasSharedMedia ? sharedFiles('photos') : [];
  const real = photographs.map(async (path) => ({ name: basename(path), content: await readFile(path) }));
  const found = await Promise.all([...made, ...real]);
  return found.filter(({ content }) => content.length < maxOriginalBytes);
}

describe('images with flipped bits', () => {
  it(`all end with a result or a reason, in time and within memory (${mutations.toString()} of them)`, async () => {
    const random = createRandom(seed);
    const found = await originals();
    const outcomes: Outcome[] = [];
    for (let index = 0; index < mutations; index += 1) {
      const { name, content } = found[index % found.length] ?? { name: '', content: new Uint8Array() };
      const path = await reading.put('mutated', damageBytes(random, content));
      const label = `${index.toString()} ${name}`;
      outcomes.push(
        await timed(label, () => reading.pool.run('enrichImage', { path, mimeType: 'image/jpeg' })),
        await timed(`thumbnail of ${label}`, () => reading.pool.run('makePreview', { path })),
      );
    }
    expect(reading.unlawful(`damaged images, seed ${seed.toString()}`, outcomes)).toEqual([]);
  }, 600_000);
});
