import { PDFDocument, PDFName } from '@cantoo/pdf-lib';

export type EditPdf = (document: PDFDocument) => void | Promise<void>;

/**
 * What was edited is appended in one revision, and the rest of the file stays as it is.
 * @throws where the document is encrypted or damaged, as the other functions here
 */
export async function saveLater(
  bytes: Uint8Array,
  edit: EditPdf,
  useObjectStreams = hasCrossReferenceStream(bytes),
): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true, updateMetadata: false });
  await edit(document);
  return document.commit({ useObjectStreams });
}

/** All of the document is written anew, in one revision, by a program that names itself. */
export async function writeAnew(bytes: Uint8Array, edit: EditPdf = () => undefined): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes);
  await edit(document);
  return document.save({ updateFieldAppearances: false });
}

/** Stands for printing to a file: only what pages show is kept, without notes, fields, signatures and properties. */
export async function printAnew(bytes: Uint8Array): Promise<Uint8Array> {
  const from = await PDFDocument.load(bytes);
  for (const page of from.getPages()) page.node.delete(PDFName.of('Annots'));
  return joinPages([{ from, count: from.getPageCount() }]);
}

/** So many first pages of each. */
export async function joinPages(
  parts: readonly { readonly from: PDFDocument; readonly count: number }[],
): Promise<Uint8Array> {
  const joined = await PDFDocument.create();
  for (const { from, count } of parts) {
    const first = Math.min(count, from.getPageCount());
    const pages = await joined.copyPages(
      from,
      Array.from({ length: first }, (_, index) => index),
    );
    for (const page of pages) joined.addPage(page);
  }
  return joined.save();
}

/** Whether the last revision has one, as a program that appends to it then writes one too (ISO 32000-2 §7.5.8). */
function hasCrossReferenceStream(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = Number.parseInt(file.toString('latin1', file.lastIndexOf('startxref') + 9), 10);
  return !file
    .toString('latin1', at, at + 20)
    .trimStart()
    .startsWith('xref');
}
