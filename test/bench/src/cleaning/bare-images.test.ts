import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { standardizeBare } from './bare-images.ts';

it('reads every file of the bare loop and converts those that need it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bare-'));
  const image = sharp({ create: { width: 90, height: 60, channels: 3, background: '#456789' } });
  const paths = [join(folder, 'a.jpg'), join(folder, 'b.png')];
  for (const path of paths) await image.clone().toFile(path);
  const result = await standardizeBare(paths, (path) => path.endsWith('jpg'));
  await rm(folder, { recursive: true });
  expect(result).toMatchObject({ files: 2, converted: 1 });
  expect(result.sizeBytes).toBeGreaterThan(200);
});
