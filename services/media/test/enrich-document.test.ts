import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnrichmentPool } from '../src/enrich/enrichment-pool.ts';
import type { DocumentEnrichment } from '../src/enrich/enrichment.ts';
import type { JobResult } from '../src/isolate/job-types.ts';
import { appendRevision, onePage, pdfOf, signRevision, stream } from './build-pdf.ts';

let folder: string;
const pool = createEnrichmentPool({ size: 1 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-documents-'));
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

async function read(content: Uint8Array, mimeType: string): Promise<JobResult<DocumentEnrichment>> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, content);
  return pool.run('enrichDocument', { path, mimeType, sha256: 'a'.repeat(64) });
}

async function enrich(content: Uint8Array, mimeType = 'application/pdf'): Promise<DocumentEnrichment> {
  const result = await read(content, mimeType);
  if (!result.ok) throw new Error(`${result.reason} ${result.detail ?? ''}`);
  return result.value;
}

describe('enrichDocument of a PDF', () => {
  it('gives exactly the fields of the contract', async () => {
    const sentence = 'The harbour was flooded in November, and nobody had seen the water rise that high.';
    expect(await enrich(pdfOf(onePage(sentence)))).toEqual({
      sha256: 'a'.repeat(64),
      detectedMimeType: 'application/pdf',
      c2pa: expect.objectContaining({ present: false, state: 'absent' }) as object,
      isEncrypted: false,
      hasSignatures: false,
      signatureCount: 0,
      revisionCount: 1,
      incrementalUpdates: 0,
      fonts: ['Helvetica'],
      revisionIds: ['00112233445566778899aabbccddeeff', 'ffeeddccbbaa99887766554433221100'],
      pageCount: 1,
      author: 'Ada Example',
      creatorTool: 'Writer',
      producer: 'Press 1.0',
      createdAt: '2026-03-01T13:05:09.000Z',
      createdAtBasis: 'offset',
      modifiedAt: '2026-03-02T00:00:00.000Z',
      modifiedAtBasis: 'assumed_utc',
      characterCount: sentence.length + 1,
      wordCount: 15,
      language: 'en',
    });
  });

  it('tells updates from signing', async () => {
    const signed = signRevision(pdfOf(onePage('signed')));
    expect(await enrich(signed)).toMatchObject({
      hasSignatures: true,
      signatureCount: 1,
      revisionCount: 2,
      incrementalUpdates: 0,
    });
    const changed = appendRevision(signed, { 4: stream('BT /F1 12 Tf 20 100 Td (changed) Tj ET') });
    expect(await enrich(changed)).toMatchObject({
      hasSignatures: true,
      revisionCount: 3,
      incrementalUpdates: 1,
      characterCount: 8,
    });
  });

  it('reads a file whose cross-references are broken, without saying how often it was saved', async () => {
    const broken = pdfOf(onePage('still there'))
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n1');
    const enrichment = await enrich(Buffer.from(broken, 'latin1'));
    expect(enrichment).toMatchObject({ pageCount: 1, characterCount: 12, author: 'Ada Example' });
    expect(enrichment).not.toHaveProperty('incrementalUpdates');
  });

  it('refuses what only begins like a PDF', async () => {
    expect(await read(Buffer.from('%PDF-1.7\nnothing more'), 'application/pdf')).toMatchObject({
      ok: false,
      code: 'undecodable',
    });
  });
});
