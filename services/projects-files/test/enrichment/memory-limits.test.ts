import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '@assay/chassis/logger';
import { byKind } from '../../src/domain/file/media-kind.ts';
import type { MediaKind } from '../../src/domain/file/media-kind.ts';
import { createMediaReader } from '../../src/media-reader/media-reader.ts';
import { image } from '../content.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-limits-'));
  path = join(folder, 'content');
  await writeFile(path, await image('png', 600, 500));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads a picture where children of that kind have next to no memory, and all others enough. */
async function readWhereLittleIsLeftFor(scarce: MediaKind) {
  const reader = await createMediaReader({
    size: 1,
    timeoutsMs: byKind(() => 20_000),
    trustList: undefined,
    maxRssBytes: byKind((kind) => (kind === scarce ? 2 ** 20 : 2 ** 29)),
    configuredPath: undefined,
    searchPath: '',
    mayRunUnconfined: false,
    logger: createLogger({ name: 'test', level: 'silent' }),
  });
  const never = new AbortController().signal;
  const request = { path, mimeType: 'image/png', sha256: 'a'.repeat(64), onStep: () => undefined };
  const read = await reader.read(request, never);
  await reader.close();
  return read;
}

it('the memory of a process that reads a file is limited for each kind by itself', async () => {
  expect(await readWhereLittleIsLeftFor('image')).toMatchObject({ ok: false, code: 'memory' });
  expect(await readWhereLittleIsLeftFor('text')).toMatchObject({
    ok: true,
    value: { enrichment: { width: 600, height: 500 }, thumbnail: { ok: true } },
  });
});
