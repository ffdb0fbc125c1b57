import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeHeic } from '../../src/decode/heic/decode-heic.ts';
import { UndecodableError } from '../../src/limits/undecodable-error.ts';
import { hasSharedMedia, sharedMedia } from '../shared-media.ts';

/** Two telephones, one of them held upright. */
const photographs = ['IMG_1034.heic', 'exif-at-eof.heic'];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-heic-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a copy of a file in which one number is another. The number follows these letters at this distance. */
async function change(
  path: string,
  letters: string,
  { at, to }: { at: number; to: number },
): Promise<string> {
  const bytes = await readFile(path);
  bytes.writeUInt16BE(to, bytes.indexOf(letters) + at);
  const changed = join(folder, `${letters}.heic`);
  await writeFile(changed, bytes);
  return changed;
}

describe.skipIf(!hasSharedMedia)('a HEIC file (needs the media collection)', () => {
  it('has the same pixels when it is decoded tile by tile, also one that is turned', async () => {
    const sizes: string[] = [];
    for (const name of photographs) {
      const path = sharedMedia('photos', name);
      const whole = await decodeHeic(path);
      const tiled = await decodeHeic(path, 1);
      expect([tiled.width, tiled.height]).toEqual([whole.width, whole.height]);
      expect(Buffer.compare(tiled.data, whole.data)).toBe(0);
      sizes.push(`${String(whole.width)} × ${String(whole.height)}`);
    }
    expect(sizes).toEqual(['4032 × 3024', '3024 × 4032']);
  });

  it('of one piece is refused above the pixels that are decoded at once', async () => {
    const path = sharedMedia('photos', 'cheers_1440x960.heic');
    await expect(decodeHeic(path, 1_000_000)).rejects.toThrow(
      'the image has 1.4 megapixels; at most 1 are decoded',
    );
  });

  it.each([
    // The number of tiles stands behind the type of the reference and the id of the image.
    ['has too few tiles', 'dimg', { at: 6, to: 3 }],
    ['names tiles that are not there', 'dimg', { at: 8, to: 60_000 }],
  ])('that %s is undecodable', async (_case, letters, by) => {
    const changed = await change(sharedMedia('photos', 'IMG_1034.heic'), letters, by);
    await expect(decodeHeic(changed, 1)).rejects.toBeInstanceOf(UndecodableError);
  });
});
