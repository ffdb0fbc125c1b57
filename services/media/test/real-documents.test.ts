import { extname } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createEnrichmentPool } from '../src/enrich/enrichment-pool.ts';
import { hasSharedMedia, sharedFiles, sharedMedia } from './shared-media.ts';

const types: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

const savedOnce = { isEncrypted: false, hasSignatures: false, revisionCount: 1, incrementalUpdates: 0 };
const acrobat = { ...savedOnce, creatorTool: 'Adobe Acrobat 10.0', producer: 'Acrobat Web Capture 10.0' };
const acrobatCreated = { pageCount: 1, createdAt: '2014-03-04T20:56:45.000Z', createdAtBasis: 'offset' };

/** What the documents say of themselves; pages, people, programs and times as ExifTool reads them too. */
const expected: Readonly<Record<string, object>> = {
  'bitmap-trailing-7fff-stripped.pdf': { ...savedOnce, pageCount: 1, wordCount: 0 },
  'bug2055455.pdf': { ...savedOnce, pageCount: 1, fonts: ['CourierNew'] },
  'bug860632.pdf': { ...savedOnce, pageCount: 1, fonts: ['Helvetica'] },
  'colorkeymask.pdf': { ...savedOnce, pageCount: 1, producer: 'cairo 1.8.10 (http://cairographics.org)' },
  'helloworld-bad.pdf': { pageCount: 1, characterCount: 14, wordCount: 2 },
  'issue15716.pdf': { ...savedOnce, pageCount: 1, fonts: ['ZapfDingbats'] },
  'issue18816.pdf': {
    ...savedOnce,
    pageCount: 1,
    producer: 'Scribus PDF Library 1.6.2',
    createdAt: '2024-09-28T17:42:31.000Z',
  },
  'issue19505.pdf': {
    ...savedOnce,
    pageCount: 1,
    creatorTool: 'Adobe Acrobat Pro (64-bit) 24.5.20399',
    createdAt: '2025-02-17T20:26:42.000Z',
    modifiedAt: '2025-02-17T20:41:26.000Z',
  },
  'issue19800.pdf': { pageCount: 1, wordCount: 3, language: 'en' },
  'issue20102.pdf': {
    ...savedOnce,
    pageCount: 1,
    producer: 'Adobe Acrobat (64-bit) 25.1.20531',
    createdAt: '2025-07-17T15:27:45.000Z',
    modifiedAt: '2025-07-17T15:30:23.000Z',
    fonts: ['MinionPro-Regular'],
    wordCount: 2,
  },
  'javauninstall-7r.pdf': { ...savedOnce, pageCount: 1, fonts: ['HGPGothicE'], language: 'ja' },
  'knockout_nonisolated_sparse.pdf': { ...savedOnce, pageCount: 1, wordCount: 0 },
  'poppler-742-0-fuzzed.pdf': {
    title: 'TCPDF Example',
    author: 'Nicola Asuni',
    textIsComplete: false,
    createdAt: '2015-08-02T12:22:15.000Z',
  },
  'tika_2pic.docx': {
    isEncrypted: false,
    pageCount: 2,
    author: 'pavel',
    lastModifiedBy: 'pavel',
    revisionNumber: 2,
    producer: 'Microsoft Office Word 12.0000',
    createdAt: '2009-07-31T11:41:00.000Z',
  },
  'tika_testPDF_Version.10.x.pdf': {
    ...acrobat,
    ...acrobatCreated,
    modifiedAt: '2014-03-06T14:45:15.000Z',
    title: 'Sample Acrobat X (PDF Version 1.7 Adobe Extension Level 8)',
  },
  'tika_testPDF_Version.5.x.pdf': { ...acrobat, ...acrobatCreated, modifiedAt: '2014-03-04T21:01:53.000Z' },
  'tika_testPDF_Version.7.x.pdf': { ...acrobat, ...acrobatCreated, modifiedAt: '2014-03-04T21:11:26.000Z' },
  'tika_testPDF_Version.9.x.pdf': { ...acrobat, ...acrobatCreated, modifiedAt: '2014-03-04T21:13:11.000Z' },
  'tika_testWORD_multi_authors.doc': {
    isEncrypted: false,
    pageCount: 1,
    author: 'Allison, Timothy B.;author2;author3',
    revisionNumber: 2,
    lastModifiedBy: 'Allison, Timothy B.',
    createdAt: '2015-10-07T18:18:00.000Z',
  },
  'transparency_group.pdf': {
    ...savedOnce,
    pageCount: 1,
    title: 'Basic RGB',
    creatorTool: 'Adobe Illustrator CS5.1',
    createdAt: '2013-01-16T05:10:30.000Z',
    modifiedAt: '2013-01-16T05:21:58.000Z',
  },
};

describe.skipIf(!hasSharedMedia)('real documents (need the media collection)', () => {
  const pool = createEnrichmentPool({ size: 1 });
  afterAll(() => pool.close());

  it('are all of them expected', () => {
    const paths = Object.keys(expected).map((name) => sharedMedia('documents', name));
    expect(sharedFiles('documents')).toEqual(paths.toSorted());
  });

  it.each(Object.entries(expected))('%s is read as it is', async (name, facts) => {
    const mimeType = types[extname(name)] ?? '';
    const result = await pool.run('enrichDocument', { path: sharedMedia('documents', name), mimeType });
    expect(result).toMatchObject({ ok: true, value: { detectedMimeType: mimeType, ...facts } });
  });
});
