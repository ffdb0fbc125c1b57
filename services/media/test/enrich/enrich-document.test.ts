import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnrichmentPool } from '../../src/enrich/enrichment-pool.ts';
import type { DocumentEnrichment } from '../../src/enrich/enrichment.ts';
import type { JobResult } from '../../src/isolate/job-types.ts';
import { compoundFileOf, docOf, docStreams } from '../build-doc.ts';
import { docxOf, docxParts, zipOf } from '../build-docx.ts';
import type { ZipEntry } from '../build-docx.ts';
import { appendRevision, onePage, pdfOf, signRevision, stream, trailerIds } from '../build-pdf.ts';

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
      perceptualHash: null,
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

  it('says that one which is encrypted for a public key is encrypted', async () => {
    const locked =
      '<< /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4 /Length 128 /Recipients [<00>] >>';
    const file = pdfOf(onePage('secret', { 10: locked }), `${trailerIds} /Encrypt 10 0 R`);
    expect(await enrich(file)).toMatchObject({ isEncrypted: true, pageCount: 1, revisionCount: 1 });
  });

  it('says that one which does not open without its password is encrypted, and what is known all the same', async () => {
    const locked = '<< /Filter /Standard /V 1 /R 2 /P -44 /O <%> /U <%> >>'.replaceAll('%', '5a'.repeat(32));
    const file = pdfOf(onePage('secret', { 10: locked }), `${trailerIds} /Encrypt 10 0 R`);
    const enrichment = await enrich(file);
    expect(enrichment).toMatchObject({ isEncrypted: true, pageCount: 1, revisionCount: 1 });
    expect(enrichment).not.toHaveProperty('characterCount');
    expect(enrichment).not.toHaveProperty('author');
  });

  it('refuses what only begins like a PDF', async () => {
    expect(await read(Buffer.from('%PDF-1.7\nnothing more'), 'application/pdf')).toMatchObject({
      ok: false,
      code: 'undecodable',
    });
  });
});

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('enrichDocument of a DOCX', () => {
  it('gives exactly the fields of the contract', async () => {
    const sentence = 'The harbour was flooded in November, and nobody had seen the water rise that high.';
    expect(await enrich(docxOf(sentence), docxType)).toEqual({
      sha256: 'a'.repeat(64),
      detectedMimeType: docxType,
      perceptualHash: null,
      c2pa: expect.objectContaining({ present: false }) as object,
      isEncrypted: false,
      pageCount: 3,
      title: 'Flood',
      author: 'Ada & Eve',
      lastModifiedBy: 'Eve',
      creatorTool: 'Writer',
      producer: 'Writer 16.0000',
      createdAt: '2026-03-01T13:05:09.000Z',
      createdAtBasis: 'offset',
      modifiedAt: '2026-03-02T10:00:00.000Z',
      modifiedAtBasis: 'offset',
      revisionNumber: 7,
      revisionIds: ['00AA0001', '00BB0002'],
      hasSignatures: false,
      signatureCount: 0,
      fonts: ['Arial', 'Cambria'],
      characterCount: sentence.length + 1,
      wordCount: 15,
      language: 'en',
    });
  });

  it('reads the text that a reader sees, once', async () => {
    const body =
      '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>one</w:t><w:tab/><w:t xml:space="preserve"> two</w:t></w:r>' +
      '<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r>' +
      '<mc:AlternateContent><mc:Choice><w:t>box</w:t></mc:Choice><mc:Fallback><w:t>box</w:t></mc:Fallback></mc:AlternateContent></w:p>';
    expect(await enrich(zipOf(docxParts(body)), docxType)).toMatchObject({
      characterCount: 'one\t twobox\n'.length,
    });
  });

  it('reads moved text once, at its new place', async () => {
    const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
    const body =
      `<w:p><w:moveFromRangeStart w:id="1"/><w:moveFrom w:id="2">${run('moved words')}</w:moveFrom><w:moveFromRangeEnd w:id="1"/></w:p>` +
      `<w:p>${run('first ')}<w:moveTo w:id="3">${run('moved words')}</w:moveTo></w:p>`;
    expect(await enrich(zipOf(docxParts(body)), docxType)).toMatchObject({ wordCount: 3 });
  });

  it('says that it is signed', async () => {
    const signed = zipOf(
      docxParts('', { '_xmlsignatures/sig1.xml': '<Signature/>', '_xmlsignatures/origin.sigs': '' }),
    );
    expect(await enrich(signed, docxType)).toMatchObject({ hasSignatures: true, signatureCount: 1 });
  });

  const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document><w:t>&b;</w:t></w:document>';
  const document = (content: Uint8Array | string, more: Partial<ZipEntry> = {}): Buffer =>
    zipOf([
      ...docxParts('').filter(({ name }) => name !== 'word/document.xml'),
      { name: 'word/document.xml', content, ...more },
    ]);
  const doubled = zipOf([...docxParts(''), ...docxParts('')]);
  const many = Array.from({ length: 2_001 }, (_, index) => ({ name: `word/${index}.xml`, content: '' }));

  it.each([
    ['a document type', document(laughs), 'its XML has a document type'],
    ['XML that ends early', document('<w:document><w:t>'), 'unclosed tag'],
    [
      'bytes that inflate too far',
      document(Buffer.alloc(2 ** 22)),
      'inflates to more than 200 times its size',
    ],
    ['a size that is a lie', document('x'.repeat(100_000), { statedSize: 100 }), 'too many bytes'],
    ['a part that is encrypted', document('<w:document/>', { flags: 1 }), 'its archive is encrypted'],
    ['two parts of one name', doubled, 'holds two entries of one name'],
    ['too many parts', zipOf([...docxParts(''), ...many]), 'holds more than 2000 entries'],
    [
      'no document',
      zipOf(docxParts('').filter(({ name }) => name !== 'word/document.xml')),
      'holds no document',
    ],
  ])('refuses %s', async (_, content, reason) => {
    expect(await read(content, docxType)).toEqual({
      ok: false,
      code: 'undecodable',
      reason: expect.stringContaining(reason) as string,
    });
  });

  it('refuses entries that share their bytes', async () => {
    const shared = docxOf('x');
    const last = shared.lastIndexOf('PK\x01\x02');
    shared.writeUInt32LE(0, last + 42);
    expect(await read(shared, docxType)).toMatchObject({
      code: 'undecodable',
      reason: expect.stringContaining('overlap') as string,
    });
  });
});

describe('enrichDocument of a DOCX behind a password', () => {
  const encrypted = {
    EncryptionInfo: Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]),
    EncryptedPackage: Buffer.alloc(5_000, 0xa7),
  };

  it('says that it is encrypted, and nothing that nobody can know', async () => {
    expect(await enrich(compoundFileOf(encrypted), docxType)).toEqual({
      sha256: 'a'.repeat(64),
      detectedMimeType: docxType,
      perceptualHash: null,
      c2pa: expect.objectContaining({ present: false }) as object,
      isEncrypted: true,
    });
  });

  it('gives the summary where its writer left it in the open', async () => {
    const { '\u0005SummaryInformation': summary = Buffer.alloc(0) } = docStreams('', '');
    const open = compoundFileOf({ ...encrypted, '\u0005SummaryInformation': summary });
    expect(await enrich(open, docxType)).toMatchObject({ isEncrypted: true, author: 'J\u00f6rg' });
  });

  it('refuses a compound file that only names such a document', async () => {
    const other = compoundFileOf({ Workbook: Buffer.from('EncryptedPackage', 'utf16le') });
    expect(await read(other, docxType)).toMatchObject({ code: 'undecodable' });
  });
});

describe('enrichDocument of a DOC', () => {
  const type = 'application/msword';
  const narrow = 'The harbour was flooded in November, and nobody had seen the water rise that high.\r';

  it('gives exactly the fields of the contract', async () => {
    const wide = 'A field: \u0013 PAGE \u0014four\u0015, caf\u00e9 \u201cquoted\u201d\u0007';
    expect(await enrich(docOf(narrow, wide), type)).toEqual({
      sha256: 'a'.repeat(64),
      detectedMimeType: type,
      perceptualHash: null,
      c2pa: expect.objectContaining({ present: false }) as object,
      isEncrypted: false,
      author: 'J\u00f6rg',
      revisionNumber: 12,
      createdAt: '2003-05-06T07:08:09.000Z',
      createdAtBasis: 'offset',
      incrementalUpdates: 0,
      hasSignatures: false,
      fonts: [],
      characterCount: narrow.length + 'A field: four, caf\u00e9 \u201cquoted\u201d\t'.length,
      wordCount: 20,
      language: 'en',
    });
  });

  it('counts the saves that only added to it', async () => {
    expect(await enrich(docOf(narrow, '', { flags: 0x0030 }), type)).toMatchObject({ incrementalUpdates: 3 });
    expect(await enrich(docOf(narrow, '', { flags: 0x00f0, version: 0x10c }), type)).not.toHaveProperty(
      'incrementalUpdates',
    );
  });

  it('says that it is encrypted, and what is known all the same', async () => {
    const enrichment = await enrich(docOf(narrow, '', { flags: 0x0100 }), type);
    expect(enrichment).toMatchObject({ isEncrypted: true, revisionNumber: 12 });
    expect(enrichment).not.toHaveProperty('characterCount');
  });

  it('says that its text is not complete where its tables are damaged', async () => {
    const streams = { ...docStreams(narrow, ''), '1Table': Buffer.from([7]) };
    expect(await enrich(compoundFileOf(streams), type)).toMatchObject({
      textIsComplete: false,
      revisionNumber: 12,
    });
  });

  it('refuses sectors that lead in circles', async () => {
    const circle = docOf(narrow, '');
    circle.writeUInt32LE(2, 512 + 3 * 4);
    expect(await read(circle, type)).toMatchObject({
      code: 'undecodable',
      reason: expect.stringContaining('sectors') as string,
    });
  });

  it('refuses a compound file without a document', async () => {
    const other = compoundFileOf({ Workbook: Buffer.from('WordDocument', 'utf16le') });
    expect(await read(other, type)).toMatchObject({ code: 'undecodable' });
  });
});
