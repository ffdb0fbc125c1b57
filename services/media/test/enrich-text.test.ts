import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnrichmentPool } from '../src/enrich/enrichment-pool.ts';
import type { TextEnrichment } from '../src/enrich/enrichment.ts';

let folder: string;
const pool = createEnrichmentPool({ size: 1 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-text-'));
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

async function enrich(content: Uint8Array | string): Promise<TextEnrichment> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, content);
  const result = await pool.run('enrichText', { path, mimeType: 'text/plain', sha256: 'a'.repeat(64) });
  if (!result.ok) throw new Error(`${result.reason} ${result.detail ?? ''}`);
  return result.value;
}

const german = 'Der Hafen stand im November unter Wasser, und niemand hatte es so hoch steigen sehen.';

describe('enrichText', () => {
  it('gives exactly the fields of the contract', async () => {
    expect(await enrich(german)).toEqual({
      sha256: 'a'.repeat(64),
      detectedMimeType: 'text/plain',
      c2pa: expect.objectContaining({ present: false, state: 'unsupported' }) as object,
      encoding: 'utf-8',
      characterCount: german.length,
      wordCount: 15,
      language: 'de',
    });
  });

  it('counts characters, not bytes or code units, and no byte order mark', async () => {
    expect(await enrich('\ufeffGrüße 👋🏽')).toMatchObject({
      characterCount: 8,
      wordCount: 1,
      encoding: 'utf-8',
    });
  });

  it('counts words of scripts without spaces', async () => {
    expect(await enrich('吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。')).toMatchObject({
      characterCount: 33,
      language: 'ja',
      wordCount: expect.toSatisfy((count: number) => count >= 15 && count <= 25) as number,
    });
  });

  it.each([
    ['utf-16le', Buffer.from(`\ufeff${german}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\ufeff${german}`, 'utf16le').swap16()],
    ['windows-1252', Buffer.from(`${german} Grüße aus Köln`, 'latin1')],
  ])('reads %s', async (encoding, content) => {
    expect(await enrich(content)).toMatchObject({ encoding, language: 'de' });
  });

  it('takes UTF-8 whose last character is cut off for UTF-8', async () => {
    const cut = Buffer.from('Grüße aus der Stadt Köln ü').subarray(0, -1);
    expect(await enrich(cut)).toMatchObject({ encoding: 'utf-8' });
  });

  it('looks at all of a file whose beginning is ASCII', async () => {
    const late = Buffer.concat([Buffer.alloc(200_000, 'plain '), Buffer.from('Grüße, Öl', 'latin1')]);
    expect(await enrich(late)).toMatchObject({ encoding: 'windows-1252', characterCount: 200_009 });
  });
});
