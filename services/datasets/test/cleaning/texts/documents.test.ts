import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { docOf } from '../../../../media/test/build-doc.ts';
import { docxOf } from '../../../../media/test/build-docx.ts';
import { onePage, pdfOf, trailerIds } from '../../../../media/test/build-pdf.ts';
import { confirmNearDuplicate } from '../../../src/cleaning/texts/text-index.ts';
import type { FileResult } from '../../../src/cleaning/treatment.ts';
import { copySharedDocument, hasSharedDocuments, hashContent } from './source-files.ts';
import { setUpTextCleaning } from './set-up-text-cleaning.ts';

const { cleaner, files, signal } = setUpTextCleaning();

const sentence = 'The river rose by two metres in the night and flooded the lower streets of the town.';
const locked = '<< /Filter /Standard /V 1 /R 2 /O <00> /U <00> /P -4 >>';
const encryptedPdf = pdfOf(onePage('secret', { 10: locked }), `${trailerIds} /Encrypt 10 0 R`);

async function extract(name: string, content: Buffer): Promise<FileResult> {
  return cleaner.extractText(await files.create(name, content), signal);
}

function readFeatures(result: FileResult) {
  const features = result.outcome === 'removed' ? undefined : result.features;
  if (features?.kind !== 'text') throw new Error(`there are no features: ${JSON.stringify(result)}`);
  return features;
}

describe('extractText', () => {
  it.each([
    ['flood.report.pdf', 'flood.report.txt', pdfOf(onePage(sentence)), `${sentence}\n`],
    ['flood.docx', 'flood.txt', docxOf(sentence, 'Next'), `${sentence}\nNext\n`],
    ['flood.doc', 'flood.txt', docOf(`${sentence}\r`, 'Żółć\r'), `${sentence}\nŻółć\n`],
  ])('writes the text of %s to %s', async (name, output, content, text) => {
    const result = await extract(name, content);
    if (result.outcome !== 'changed') throw new Error(JSON.stringify(result));
    const written = await readFile(result.output.path);
    expect(written.toString()).toBe(text);
    expect(result).toMatchObject({
      steps: ['extract-text'],
      output: {
        name: output,
        type: 'text/plain',
        sizeBytes: written.byteLength,
        sha256: hashContent(written),
      },
      features: { kind: 'text', language: 'en' },
    });
    const second = await cleaner.extractText(await files.create(output, written), signal);
    expect(second).toEqual({ outcome: 'unchanged', features: readFeatures(result) });
    const standard = await cleaner.standardizeText(await files.create(output, written), signal);
    expect(standard).toMatchObject({ outcome: 'unchanged' });
  });

  it.each([
    ['a scan', 'scan.pdf', pdfOf(onePage('')), 'no_text'],
    ['an encrypted document', 'locked.pdf', encryptedPdf, 'encrypted'],
    ['an encrypted Word document', 'locked.doc', docOf('secret', 'x', { flags: 0x0100 }), 'encrypted'],
  ])('passes %s unchanged and says why', async (_case, name, content, skipped) => {
    expect(await extract(name, content)).toEqual({ outcome: 'unchanged', skipped });
    const read = await cleaner.readTextFeatures(await files.create(name, content), signal);
    expect(read).toEqual({ outcome: 'unchanged', skipped });
  });

  it.each(['broken.pdf', 'broken.docx', 'broken.doc'])('removes %s as undecodable', async (name) => {
    const file = await files.create(name, Buffer.from('neither text nor a document'.repeat(20)));
    expect(await cleaner.extractText(file, signal)).toMatchObject({
      outcome: 'removed',
      reason: 'undecodable',
    });
    expect(await readdir(file.outputFolder)).toEqual([]);
    const read = await cleaner.readTextFeatures(file, signal);
    expect(read).toEqual({ outcome: 'unchanged', skipped: 'undecodable' });
  });
});

describe('documents as texts', () => {
  it('have the features of their text, whatever their format', async () => {
    const formats = {
      'a.pdf': pdfOf(onePage(sentence)),
      'a.docx': docxOf(sentence),
      'a.txt': Buffer.from(sentence, 'utf16le'),
    };
    const features = [];
    for (const [name, content] of Object.entries(formats))
      features.push(readFeatures(await cleaner.readTextFeatures(await files.create(name, content), signal)));
    const [first] = features;
    if (first === undefined) throw new Error('there are no features');
    expect(features.map((other) => confirmNearDuplicate(first, other))).toEqual([1, 1, 1]);
  });

  it('have a language and statistics', async () => {
    const file = await files.create('a.docx', docxOf(sentence, sentence));
    expect(await cleaner.identifyLanguage(file, signal)).toMatchObject({
      value: { language: 'en', share: 1 },
    });
    const counts = { words: 34, sentences: 2, lines: 2, uniqueWords: 14, language: 'en' };
    expect(await cleaner.countStatistics(file, signal)).toMatchObject({ outcome: 'read', value: counts });
    const scan = await files.create('scan.pdf', pdfOf(onePage('')));
    const explanation = 'The document has no text.';
    expect(await cleaner.countStatistics(scan, signal)).toEqual({
      outcome: 'unreadable',
      reason: 'undecodable',
      explanation,
    });
  });
});

describe.skipIf(!hasSharedDocuments)('real documents', () => {
  it.each([
    ['javauninstall-7r.pdf', 'changed', 'ja'],
    ['issue19800.pdf', 'changed', 'en'],
  ])('%s has text', async (name, outcome, language) => {
    const result = await cleaner.extractText(await copySharedDocument(files, name), signal);
    expect(result).toMatchObject({ outcome, features: { language } });
  });

  it.each([
    ['bitmap-trailing-7fff-stripped.pdf', 'no_text'],
    ['tika_2pic.docx', 'no_text'],
    ['tika_testWORD_multi_authors.doc', 'no_text'],
    ['poppler-742-0-fuzzed.pdf', 'text_incomplete'],
  ])('%s passes unchanged: %s', async (name, skipped) => {
    const result = await cleaner.extractText(await copySharedDocument(files, name), signal);
    expect(result).toEqual({ outcome: 'unchanged', skipped });
  });
});
