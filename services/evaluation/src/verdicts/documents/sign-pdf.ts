import { PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { saveLater } from './save-pdf.ts';

/** As long as any offset. */
const blank = 9_999_999_999;
const contentsBytes = 2_048;

/**
 * Appends a signature that covers all of the file (ISO 32000-2 §12.8.1), with zeros for its value: the checks read what it covers and
 * do not verify it.
 */
export async function signPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const signed = Buffer.from(await saveLater(bytes, addSignature, false));
  const from = signed.indexOf('/Contents <00', bytes.length) + '/Contents '.length;
  const to = from + 2 * contentsBytes + 2;
  const listed = /\/ByteRange\s*\[[^\]]*\]/u.exec(signed.toString('latin1', bytes.length));
  if (listed === null) throw new Error('the signature was not written as it was meant');
  const range = `/ByteRange [0 ${[from, to, signed.length - to].join(' ')}]`;
  signed.write(range.padEnd(listed[0].length), bytes.length + listed.index, 'latin1');
  return signed;
}

function addSignature(document: PDFDocument): void {
  const { context } = document;
  const page = document.getPage(0);
  const signature = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
    ByteRange: [0, blank, blank, blank],
    Contents: PDFHexString.of('00'.repeat(contentsBytes)),
  });
  const field = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: PDFString.of('Signature'),
    V: context.register(signature),
    Rect: [0, 0, 0, 0],
    F: 132,
    P: page.ref,
  });
  const ref = context.register(field);
  page.node.addAnnot(ref);
  const { acroForm } = document.getForm();
  acroForm.addField(ref);
  acroForm.dict.set(PDFName.of('SigFlags'), PDFNumber.of(3));
}
