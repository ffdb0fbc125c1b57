import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  appendRevision,
  linearizedPdf,
  onePage,
  pdfOf,
  signRevision,
  xrefStreamPdf,
} from '../../test/build-pdf.ts';
import { openPdfFile } from './pdf-file.ts';
import { readPdfStructure } from './read-pdf-structure.ts';
import type { PdfStructure } from './read-pdf-structure.ts';

const read = (file: Buffer): PdfStructure => {
  const pdf = openPdfFile(file);
  if (pdf === undefined) throw new Error('the structure is broken');
  return readPdfStructure(pdf);
};
const original = pdfOf(onePage('first'));
const changedPage = { 5: '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Comic#20Sans >>' };

describe('readPdfStructure', () => {
  it('finds one revision in a file that was saved once', () => {
    expect(read(original)).toMatchObject({
      revisions: [{ end: original.length }],
      signatures: [],
      isEncrypted: false,
      ids: ['00112233445566778899aabbccddeeff', 'ffeeddccbbaa99887766554433221100'],
      pageCount: 1,
      fonts: ['Helvetica'],
    });
  });

  it('tells appended revisions apart by where they end, and reads what is current', () => {
    const second = appendRevision(original, changedPage);
    const third = appendRevision(second, { 6: '<< /Author (Eve) >>' });
    const { revisions, fonts } = read(third);
    expect(revisions.map(({ end }) => end)).toEqual([original.length, second.length, third.length]);
    expect(fonts).toEqual(['Comic Sans']);
  });

  it('takes a linearized file for one revision, and what is appended to it for more', () => {
    const linearized = linearizedPdf(onePage('first page'));
    expect(linearized.toString('latin1').match(/%%EOF/g)).toHaveLength(2);
    expect(read(linearized).revisions).toHaveLength(1);
    expect(read(appendRevision(linearized, changedPage)).revisions).toHaveLength(2);
  });

  it('does not take a section out of order for that of a first page without a linearization dictionary', () => {
    const linearized = linearizedPdf(onePage('first page')).toString('latin1');
    const disguised = Buffer.from(linearized.replace('/Linearized', '/Linearised'), 'latin1');
    expect(read(disguised).revisions).toHaveLength(2);
  });

  it('reads cross-reference streams with predictors and objects in object streams', () => {
    const file = xrefStreamPdf(onePage('compressed'));
    expect(read(file)).toMatchObject({ revisions: [{ end: file.length }], fonts: ['Helvetica'] });
    expect(read(appendRevision(file, changedPage))).toMatchObject({ fonts: ['Comic Sans'] });
  });

  it('counts offsets from the header, behind bytes that are no PDF', () => {
    const { revisions } = read(Buffer.concat([Buffer.from('a line of mail\n'), original]));
    expect(revisions).toHaveLength(1);
  });

  it('says which revision wrote a signature and which it covers', () => {
    const signed = signRevision(original);
    expect(read(signed).signatures).toEqual([
      expect.objectContaining({ kind: 'signature', revision: 1, coveredRevision: 1, isCurrent: true }),
    ]);
    const changed = appendRevision(signed, changedPage);
    expect(read(changed).signatures).toMatchObject([{ revision: 1, coveredRevision: 1 }]);
    expect(read(changed).revisions).toHaveLength(3);
  });

  it('tells usage rights and time stamps from signatures', () => {
    const rights = signRevision(original, '/Reference [<< /TransformMethod /UR3 >>]');
    expect(read(rights).signatures).toMatchObject([{ kind: 'usage_rights' }]);
    const stamped = signRevision(original, '/Type /DocTimeStamp');
    expect(read(stamped).signatures).toMatchObject([{ kind: 'timestamp' }]);
  });

  it('does not take the bytes of a stream for a signature', () => {
    const embedded = '<< /Type /Sig /ByteRange [0 10 20 30] /Contents <00> >>';
    const file = pdfOf(
      onePage('text', { 7: `<< /Length ${embedded.length} >>\nstream\n${embedded}\nendstream` }),
    );
    expect(read(file).signatures).toEqual([]);
  });

  it('drops the signature that a later revision takes out', () => {
    const removed = appendRevision(signRevision(original), { 7: '<< >>' });
    expect(read(removed).signatures).toMatchObject([{ isCurrent: false }]);
  });

  it.each([
    ['an empty file', ''],
    ['no cross-references', '%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n'],
    ['a startxref beyond the file', '%PDF-1.7\nstartxref\n99999\n%%EOF\n'],
    ['a chain that goes in circles', '%PDF-1.7\nxref\n0 0\ntrailer\n<< /Prev 9 >>\nstartxref\n9\n%%EOF\n'],
    [
      'nested arrays without an end',
      `%PDF-1.7\nxref\n0 0\ntrailer\n<< /A ${'['.repeat(1e6)}\nstartxref\n9\n%%EOF\n`,
    ],
  ])('gives nothing for %s', (_, text) => {
    expect(openPdfFile(Buffer.from(text, 'latin1'))).toBeUndefined();
  });

  it.each([
    ['one large object', `[${'(x) '.repeat(200_000)}]`, '7 0 obj'],
    ['the white space before one', `\n${' '.repeat(2_000_000)}<< >>`, `\n${' '.repeat(99)}`],
  ])('is not held up by a file whose every entry points to %s', (_, large, pointed) => {
    const many = pdfOf(onePage('x', { 7: large }));
    const at = many.indexOf(pointed);
    const rows = `${String(at).padStart(10, '0')} 00000 n \n`.repeat(20_000);
    const xref = many.length;
    const end = `xref\n0 20000\n${rows}trailer\n<< /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
    expect(read(Buffer.concat([many, Buffer.from(end)])).signatures).toEqual([]);
  });

  it('stops at what inflates beyond all measure', () => {
    const bomb = deflateSync(Buffer.alloc(64 * 2 ** 20));
    const dictionary = `<< /Type /XRef /W [1 2 1] /Size 9 /Filter /FlateDecode /Length ${bomb.length} >>`;
    const start = Buffer.from(`%PDF-1.7\n1 0 obj\n${dictionary}\nstream\n`, 'latin1');
    const end = Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n', 'latin1');
    expect(openPdfFile(Buffer.concat([start, bomb, end]))).toBeUndefined();
  });
});
