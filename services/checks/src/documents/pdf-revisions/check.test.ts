import { describe, expect, it } from 'vitest';
import {
  appendRevision,
  linearizedPdf,
  onePage,
  pdfOf,
  signRevision,
  stream,
} from '../../../../media/test/build-pdf.ts';
import { examineBytes, pdfType } from '../../run/examine-bytes.fixture.ts';
import { check as pdfRevisions } from './check.ts';

const original = pdfOf(onePage('100 EUR'));
const examine = (file: Buffer) => examineBytes(pdfRevisions, file, pdfType);

describe('pdf-revisions', () => {
  it('finds page content that a later save replaced, and weighs it little', async () => {
    const changed = appendRevision(original, {
      4: stream('BT /F1 12 Tf 20 100 Td (100 EUR) Tj ET 9 9 9 9 re f'),
    });
    const result = await examine(changed);
    expect(result.llrManipulated).toBe(0.3);
    expect(result.statement).toContain('save 2 replaced page content');
    expect(result.facts).toMatchObject({
      revisionCount: 2,
      revisions: [{ replaced: {} }, { revision: 2, replaced: { 'page content': 1 }, added: {} }],
    });
  });

  it('sees what was replaced where other numbers are listed at its place', async () => {
    const listed = original.toString('latin1').replace(/4 1\n(\d{10} 00000 n )/u, '9 1\n$1\n4 1\n$1');
    const file = Buffer.from(listed, 'latin1');
    const changed = appendRevision(file, { 4: stream('BT /F1 12 Tf 20 100 Td (900 EUR) Tj ET') });
    expect((await examine(changed)).facts).toMatchObject({
      revisions: [{ replaced: {} }, { revision: 2, replaced: { 'page content': 1 }, added: {} }],
    });
  });

  it('tells what could be read before and since, and where', async () => {
    const changed = appendRevision(original, { 4: stream('BT /F1 12 Tf 20 100 Td (900 EUR) Tj ET') });
    const result = await examine(changed);
    expect(result.statement).toContain('On page 1, “100 EUR” stood where “900 EUR” stands since save 2.');
    expect(result.facts).toMatchObject({
      comparedSaves: [2],
      differences: [{ save: 2, page: 1, of: 'text', before: '100 EUR', after: '900 EUR' }],
    });
    expect(result.locations).toMatchObject([{ page: 1, boundingBox: { x: 20 } }, { page: 1 }]);
  });

  it('tells a note that a save added, and one that it changed', async () => {
    const note = (words: string) =>
      `<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (${words}) >>`;
    const page = onePage('')[3]?.replace('/Contents', '/Annots [9 0 R] /Contents') ?? '';
    const noted = appendRevision(original, { 3: page, 9: note('please check') });
    const result = await examine(appendRevision(noted, { 9: note('checked') }));
    expect(result.llrManipulated).toBe(0);
    expect(result.facts['differences']).toEqual([
      { since: 1, save: 3, page: 1, of: 'note', before: null, after: 'Text: checked' },
      { save: 3, page: 1, of: 'note', before: 'Text: please check', after: 'Text: checked' },
      { save: 2, page: 1, of: 'note', before: null, after: 'Text: please check' },
    ]);
  });

  it('finds no difference where a save wrote the same text anew', async () => {
    const again = stream('BT /F1 12 Tf 20 100 Td (100) Tj ( EUR) Tj ET');
    const result = await examine(appendRevision(original, { 4: again }));
    expect(result.facts).toMatchObject({ comparedSaves: [2], differences: [] });
  });

  it('finds nothing replaced in a file that was written once, also when it is linearized', async () => {
    for (const file of [original, linearizedPdf(onePage('first'))]) {
      expect(await examine(file)).toMatchObject({ llrManipulated: 0, facts: { revisionCount: 1 } });
    }
  });

  it.each([
    ['a signature', signRevision(original)],
    ['a comment', appendRevision(original, { 9: '<< /Type /Annot /Subtype /Text >>' })],
    ['a filled field', appendRevision(original, { 9: '<< /FT /Tx /V (yes) >>' })],
    ['other properties', appendRevision(original, { 6: '<< /Author (Eve) >>' })],
  ])('takes %s in a later save for innocent', async (_name, file) => {
    const result = await examine(file);
    expect(result.llrManipulated).toBe(0);
    expect(result.statement).toContain('saved 2 times');
  });

  it('is not applicable to other files and to broken or encrypted ones', async () => {
    expect((await examineBytes(pdfRevisions, original, 'image/png')).applicability.applicable).toBe(false);
    expect((await examine(Buffer.from('%PDF-1.7\n'))).applicability.applicable).toBe(false);
    const encrypted = pdfOf(onePage('secret'), '/Encrypt << /Filter /Standard >>');
    expect((await examine(encrypted)).applicability.applicable).toBe(false);
  });
});
