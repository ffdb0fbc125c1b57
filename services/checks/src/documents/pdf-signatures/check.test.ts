import { describe, expect, it } from 'vitest';
import { appendRevision, onePage, pdfOf, signRevision, stream } from '../../../../media/test/build-pdf.ts';
import { examineBytes, pdfType } from '../../run/examine-bytes.fixture.ts';
import { check as pdfSignatures } from './check.ts';

const signed = signRevision(pdfOf(onePage('100 EUR')));
const examine = (file: Buffer) => examineBytes(pdfSignatures, file, pdfType);

describe('pdf-signatures', () => {
  it('finds content that was replaced after signing', async () => {
    const changed = appendRevision(signed, { 4: stream('BT /F1 12 Tf 20 100 Td (900 EUR) Tj ET') });
    const result = await examine(changed);
    expect(result.llrManipulated).toBe(2);
    expect(result.statement).toContain('not what was signed');
    expect(result.facts).toMatchObject({ savesAfterLastSignature: 1 });
  });

  it('finds text that reads differently though the signed content is still there', async () => {
    const content = stream('BT /F1 12 Tf 20 100 Td (900 EUR) Tj ET');
    const page = onePage('')[3]?.replace('4 0 R', '9 0 R') ?? '';
    const result = await examine(appendRevision(signed, { 3: page, 9: content }));
    expect(result.llrManipulated).toBe(2);
    expect(result.statement).toContain('“100 EUR” stood where “900 EUR” stands since then');
    expect(result.locations).toMatchObject([{ page: 1, boundingBox: { x: 20 } }, { page: 1 }]);
  });

  describe('of what was prepared before signing', () => {
    const page = onePage('')[3]?.replace('/Contents', '/Annots [9 0 R] /Contents') ?? '';
    const cover = '<< /Type /Annot /Subtype /Square /Rect [10 90 200 120] /F 4 /AP << /N 10 0 R >> >>';
    const white = stream('1 g 0 0 190 30 re f', '/Type /XObject /Subtype /Form /BBox [0 0 190 30]');
    const prepared = signRevision(pdfOf(onePage('900 EUR', { 3: page, 9: cover, 10: white })));

    it('finds text that is seen since its cover was removed', async () => {
      const clear = stream(' ', '/Type /XObject /Subtype /Form /BBox [0 0 190 30]');
      const result = await examine(appendRevision(prepared, { 10: clear }));
      expect(result.llrManipulated).toBe(0.7);
      expect(result.statement).toContain('covered or hidden when the last of them was made is seen since');
      expect(result.facts).toMatchObject({ uncovered: [{ page: 1, text: '900 EUR' }], covered: [] });
    });

    it('finds a font of the page that was replaced', async () => {
      const result = await examine(
        appendRevision(signed, { 5: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>' }),
      );
      expect(result.llrManipulated).toBe(0.7);
      expect(result.statement).toContain('fonts of its pages were written anew');
    });

    it('takes a cover that stays for innocent', async () => {
      expect(await examine(prepared)).toMatchObject({ llrManipulated: 0 });
      const filled = appendRevision(prepared, { 11: '<< /FT /Tx /V (yes) >>' });
      expect(await examine(filled)).toMatchObject({ llrManipulated: 0 });
    });
  });

  it('finds a signature that covers no state of the file, and names why that may be', async () => {
    const [range] = /\/ByteRange \[[^\]]*\]/.exec(signed.toString('latin1')) ?? [''];
    const numbers = (range.match(/\d+/g) ?? []).map(Number);
    const shorter = range.replace(/\d+ *\]$/, `${String((numbers[3] ?? 0) - 40).padStart(10, '0')}]`);
    const result = await examine(Buffer.from(signed.toString('latin1').replace(range, shorter), 'latin1'));
    expect(result.llrManipulated).toBe(0.7);
    expect(result.statement).toContain('bears a signature, which covers no state of the file, as after');
    expect(result.facts).toMatchObject({ signatures: [{ coversSave: null }] });
  });

  it.each([
    ['nothing', signed],
    ['a second signature', signRevision(signed)],
    ['a filled field', appendRevision(signed, { 9: '<< /FT /Tx /V (yes) >>' })],
    ['validation data', appendRevision(signed, { 9: '<< /Type /DSS /Certs [] >>' })],
  ])('takes %s behind the signature for innocent', async (_name, file) => {
    expect(await examine(file)).toMatchObject({ llrManipulated: 0, applicability: { applicable: true } });
  });

  it('is not applicable without a signature', async () => {
    expect((await examine(pdfOf(onePage('plain')))).applicability.applicable).toBe(false);
  });
});
