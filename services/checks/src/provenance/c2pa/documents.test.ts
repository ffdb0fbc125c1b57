import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { docxParts, zipOf } from '../../../../media/test/build-docx.ts';
import { appendRevision, onePage, pdfOf, stream } from '../../../../media/test/build-pdf.ts';
import { createSigningIdentity } from '../../../../media/test/signing/certificates.ts';
import { signImage } from '../../../../media/test/signing/sign-image.ts';
import { readC2pa } from '@assay/media/c2pa/read-c2pa';
import type { CheckResult } from '../../check/check.ts';
import { fullEffort } from '../../documents/pages/document-effort.ts';
import type { DocumentEffort } from '../../documents/pages/document-effort.ts';
import { createSubject } from '../../run/run-checks.ts';
import { judgeSignedDocument } from './signed-document.ts';
import { examineBytes, pdfType } from '../../run/examine-bytes.fixture.ts';
import { createCheck as createC2paCheck } from './check.ts';

const digitalSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCreation';
const claim = { action: 'c2pa.created', digitalSourceType, mimeType: pdfType };
const identity = createSigningIdentity('A registry');
const sign = async (pdf: Uint8Array): Promise<Buffer> => Buffer.from(await signImage(pdf, identity, claim));

const signed = await sign(pdfOf(onePage('100 EUR')));
const runCheckOn = (bytes: Uint8Array, mimeType = pdfType): Promise<CheckResult> =>
  examineBytes(createC2paCheck(), bytes, mimeType);
const manifest = '<< /Type /Filespec /AFRelationship /C2PA_Manifest /EF << /F 8 0 R >> >>';
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const otherContent = stream('BT /F1 12 Tf 20 100 Td (900 EUR) Tj ET');

describe('c2pa of a PDF', () => {
  it('finds it intact as it was signed', async () => {
    const result = await runCheckOn(signed);
    expect(result).toMatchObject({ llrManipulated: 0, facts: { state: 'valid', integrity: 'intact' } });
  });

  it.each([
    ['a value of a form field', appendRevision(signed, { 20: '<< /FT /Tx /V (yes) >>' })],
    ['a comment', appendRevision(signed, { 20: '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] >>' })],
    ['validation data', appendRevision(signed, { 20: '<< /Type /DSS /Certs [] >>' })],
    [
      'a digital signature',
      appendRevision(signed, { 20: '<< /FT /Sig /T (s) /V 21 0 R >>', 21: '<< /Type /Sig >>' }),
    ],
    ['the end of a line', Buffer.concat([signed, Buffer.from('\r\n')])],
  ])('takes %s behind the signed document for no sign of manipulation', async (_name, file) => {
    const result = await runCheckOn(file);
    expect(result).toMatchObject({ llrManipulated: 0, applicability: { applicable: true } });
    expect(result.statement).toContain('match the document as A registry signed it');
    expect(result.statement).toContain('replaced no content of a page');
  });

  it('does not say that nothing was replaced when pages were left out', async () => {
    const bytes = appendRevision(signed, { 4: stream('BT /F1 12 Tf 20 100 Td (100 EUR) Tj ET ') });
    const subject = createSubject({ bytes, mimeType: pdfType, path: '/nowhere', enrichment: {}, claims: {} });
    const report = await readC2pa(bytes, pdfType, {});
    const none: DocumentEffort = { ...fullEffort, operators: 0, pixels: 0 };
    const judgement = await judgeSignedDocument(subject, report, none);
    expect(judgement?.integrity.sentence).toContain('not searched');
    expect(judgement?.integrity.sentence).not.toMatch(/replaced no|none were/u);
    expect(judgement?.searched).toContainEqual(expect.objectContaining({ unit: 'page', searched: 0 }));
  });

  it('finds content that was replaced behind it, and quotes both texts', async () => {
    const result = await runCheckOn(appendRevision(signed, { 4: otherContent }));
    expect(result.llrManipulated).toBe(2);
    expect(result.statement).toContain('what is shown is not what was signed');
    expect(result.statement).toContain('“100 EUR” stood where “900 EUR” stands since then');
    expect(result.facts).toMatchObject({ signedRevision: 1, revisionCount: 2 });
    expect(result.locations).toMatchObject([{ page: 1 }]);
  });

  it('finds pages that read differently though the signed content is still there', async () => {
    const page = onePage('')[3]?.replace('4 0 R', '29 0 R') ?? '';
    const result = await runCheckOn(appendRevision(signed, { 3: page, 29: otherContent }));
    expect(result.llrManipulated).toBe(2);
    expect(result.statement).toContain('read differently');
  });

  it.each([
    ['a stamp', 'RECEIVED 2 NOV 2026'],
    ['a word that changes the meaning', 'not'],
  ])('leaves open what %s means that was added behind it', async (_name, text) => {
    const document = await PDFDocument.load(signed, { forIncrementalUpdate: true, updateMetadata: false });
    document.getPage(0).drawText(text, { x: 200, y: 50, size: 9 });
    const result = await runCheckOn(await document.commit({ useObjectStreams: false }));
    expect(result.llrManipulated).toBe(0.7);
    expect(result.statement).toContain(`added “${text}”`);
    expect(result.locations).toMatchObject([{ page: 1 }]);
  });

  it('finds words that were covered behind it and replaced by others', async () => {
    const document = await PDFDocument.load(signed, { forIncrementalUpdate: true, updateMetadata: false });
    const page = document.getPage(0);
    page.drawRectangle({ x: 15, y: 95, width: 80, height: 20, color: rgb(1, 1, 1) });
    page.drawText('900 EUR', { x: 20, y: 100, size: 12 });
    const result = await runCheckOn(await document.commit({ useObjectStreams: false }));
    expect(result.llrManipulated).toBe(2);
    expect(result.statement).toContain('what is shown is not what was signed');
  });

  it('finds a font that was replaced behind it', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>';
    const result = await runCheckOn(appendRevision(signed, { 5: font }));
    expect(result.llrManipulated).toBe(0.7);
    expect(result.statement).toContain('fonts of its pages');
  });

  it('leaves open which bytes were changed in place, also below a later revision', async () => {
    const changed = Buffer.from(signed);
    changed.write('9', changed.indexOf('100 EUR'), 'latin1');
    const later = appendRevision(changed, { 20: '<< /FT /Tx /V (yes) >>' });
    for (const file of [changed, later]) {
      const result = await runCheckOn(file);
      expect(result.llrManipulated).toBe(0.75);
      expect(result.statement).toContain('bytes were changed, not which');
    }
  });

  it('leaves open what a document means that another program wrote anew', async () => {
    const written = await (await PDFDocument.load(signed)).save({ useObjectStreams: false });
    const result = await runCheckOn(written);
    expect(result.llrManipulated).toBe(0.7);
    expect(result.statement).toContain('wrote the document anew');
    expect(result.statement).toContain('leaves open');
  });

  it('says that a large document was not validated', async () => {
    const large = pdfOf(onePage('text', { 7: manifest, 8: stream('x'.repeat(25 * 2 ** 20)) }));
    expect((await runCheckOn(large)).applicability).toEqual({
      applicable: false,
      reason: 'Content Credentials were not validated: a PDF of more than 24 MiB takes too much memory',
    });
  });
});

describe('c2pa of a Word document', () => {
  const parts = docxParts('<w:p><w:r><w:t>sum 100 EUR</w:t></w:r></w:p>');
  const store = (text: string) =>
    zipOf(
      parts.map(({ name, content }) => ({
        name,
        content: String(content).replace('sum 100 EUR', text),
        isStored: true,
      })),
    );
  const signDocx = (bytes: Uint8Array) => signImage(bytes, identity, { ...claim, mimeType: docxType });

  it('names the part that was changed', async () => {
    const changed = Buffer.from(await signDocx(store('sum 100 EUR')));
    changed.write('9', changed.indexOf('100 EUR'), 'latin1');
    const result = await runCheckOn(changed, docxType);
    expect(result).toMatchObject({ llrManipulated: 3, facts: { changedParts: ['word/document.xml'] } });
    expect(result.statement).toContain('Changed parts: word/document.xml.');
  });

  it('leaves open what one means of which every part was packed anew', async () => {
    const packed = Buffer.from(await signDocx(store('sum 100 EUR')));
    // The time of each part, which a program that packs it writes.
    for (let at = packed.indexOf('PK\x03\x04'); at !== -1; at = packed.indexOf('PK\x03\x04', at + 1))
      packed.writeUInt16LE(0x6000, at + 10);
    const result = await runCheckOn(packed, docxType);
    expect(result.llrManipulated).toBe(0.7);
    expect(result.statement).toContain('wrote the document anew');
  });
});
