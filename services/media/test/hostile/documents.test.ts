import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { damageBytes } from '@assay/test-kit/media/damage-bytes';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedMedia, sharedFiles } from '../shared-media.ts';
import { startHostileReading, timed } from './reading.ts';
import type { HostileReading, Outcome } from './reading.ts';

const seed = 20_261_122;
const mutations = 300;
const types: readonly (readonly [RegExp, string])[] = [
  [/\.pdf$/, 'application/pdf'],
  [/\.(?:docx|zip)$/, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [/\.doc$/, 'application/msword'],
];
let reading: HostileReading;

beforeAll(async () => {
  reading = await startHostileReading();
});
afterAll(() => reading.close());

const typeOf = (name: string): string | undefined => types.find(([pattern]) => pattern.test(name))?.[1];

const enrich = (path: string, name: string): Promise<Outcome> =>
  timed(name, () => reading.pool.run('enrichDocument', { path, mimeType: typeOf(name) ?? '' }));

describe.skipIf(!hasSharedMedia)('hostile documents (need the media collection)', () => {
  it('all end with a result or a reason, in time and within memory', async () => {
    const outcomes: Outcome[] = [];
    for (const path of sharedFiles('hostile').filter((file) => typeOf(file) !== undefined)) {
      outcomes.push(await enrich(path, basename(path)));
    }
    expect(outcomes.length).toBeGreaterThan(100);
    expect(reading.unlawful('hostile documents', outcomes)).toEqual([]);
  });

  it(`so do ${mutations.toString()} documents with flipped bits`, async () => {
    const random = createRandom(seed);
    const originals = sharedFiles('documents').filter((file) => typeOf(file) !== undefined);
    const outcomes: Outcome[] = [];
    for (let index = 0; index < mutations; index += 1) {
      const original = originals[index % originals.length] ?? '';
      const path = await reading.put('mutated', damageBytes(random, await readFile(original)));
      outcomes.push(await enrich(path, basename(original)));
    }
    expect(reading.unlawful(`damaged documents, seed ${seed.toString()}`, outcomes)).toEqual([]);
  });
});
