import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { clutter } from '@assay/checks/pixels/copy-move/synthetic-scenes.fixture';
import { relateDerived, sketch } from './calibrate-relations.ts';
import { derivationNames, derive, doctored } from './derived-pictures.ts';
import type { Derivation } from './derived-pictures.ts';

/** Which of two is earlier, by what was made of a photograph that names its camera; null: nothing is said. */
const orders: Readonly<Record<Derivation, boolean | null>> = {
  'saved again at quality 75': true,
  'saved again at quality 97, metadata kept': null,
  'half the size, quality 85': true,
  'cut to two thirds, quality 90': true,
  'brightened, quality 92': true,
  'enlarged by half, quality 92': null,
  [doctored]: null,
};

it('finds what was made of a photograph, and names none of the made ones as the earlier', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'relations-'));
  const path = join(folder, 'photograph.jpg');
  const { data, width, height } = clutter();
  const camera = { IFD0: { Make: 'Maker', Model: 'Model 1' } };
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  const bytes = await image.withExif(camera).jpeg({ quality: 92 }).toBuffer();
  await writeFile(path, bytes);
  const photograph = await sketch(bytes, { name: 'photograph.jpg' });
  if (photograph === null) throw new Error('the photograph is not decoded');
  for (const name of derivationNames) {
    const derived = await sketch(await derive(path, name), { name: 'derived.jpg' });
    expect([name, relateDerived(photograph, derived)]).toEqual([
      name,
      { isFound: true, isOrderRight: orders[name], hasDifferences: name === doctored },
    ]);
  }
  await rm(folder, { recursive: true });
});
