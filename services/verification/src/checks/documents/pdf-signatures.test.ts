import { describe, expect, it } from 'vitest';
import { appendRevision, onePage, pdfOf, signRevision, stream } from '../../../../media/test/build-pdf.ts';
import { examineBytes, pdfType } from '../examine-bytes.fixture.ts';
import { pdfSignatures } from './pdf-signatures.ts';

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

  it('finds a signature that covers no complete state of the file', async () => {
    const [range] = /\/ByteRange \[[^\]]*\]/.exec(signed.toString('latin1')) ?? [''];
    const numbers = (range.match(/\d+/g) ?? []).map(Number);
    const shorter = range.replace(/\d+ *\]$/, `${String((numbers[3] ?? 0) - 40).padStart(10, '0')}]`);
    const result = await examine(Buffer.from(signed.toString('latin1').replace(range, shorter), 'latin1'));
    expect(result.llrManipulated).toBe(0.7);
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
