import { PDFDocument, PDFString, rgb } from '@cantoo/pdf-lib';
import type { DocumentVersion } from './document-version.ts';
import { savedOn } from './document-version.ts';
import { joinPages, saveLater, writeAnew } from './save-pdf.ts';
import type { EditPdf } from './save-pdf.ts';
import { signPdf } from './sign-pdf.ts';

const joinedPages = 3;

/** The document as published, and what people do to theirs without changing what it says; `other` is null where it is no PDF. */
export function innocentPdfs(bytes: Uint8Array, other: Uint8Array | null): readonly DocumentVersion[] {
  const version = (
    group: string,
    make: () => Promise<Uint8Array> | Uint8Array | undefined,
  ): DocumentVersion => ({
    group,
    change: null,
    make: async () => {
      const made = await make();
      return made && { bytes: made };
    },
  });
  const later = (edit: EditPdf, from: Promise<Uint8Array> | Uint8Array = bytes): Promise<Uint8Array> =>
    Promise.resolve(from).then((file) => saveLater(file, edit));
  return [
    version('original', () => bytes),
    version('written anew by another program', () => writeAnew(bytes)),
    version('title changed in a later save', () => later(changeTitle)),
    version('commented in a later save', () => later(comment)),
    version('stamped in a later save', () => later(stamp)),
    version('form filled in a later save', () => later(fill, writeAnew(bytes, addField))),
    version('signed', () => signPdf(bytes)),
    version('signed, then commented', () => later(comment, signPdf(bytes))),
    version('signed, then form filled', async () => later(fill, signPdf(await writeAnew(bytes, addField)))),
    version('signed, then written anew', async () => writeAnew(await signPdf(bytes))),
    version('joined with pages of another', () => (other === null ? undefined : join(bytes, other))),
  ];
}

const changeTitle: EditPdf = (document) => {
  document.setTitle('Copy for our files');
  document.setModificationDate(savedOn);
};

const comment: EditPdf = (document) => {
  const page = document.getPage(0);
  const note = document.context.obj({
    Type: 'Annot',
    Subtype: 'Text',
    Rect: [20, 20, 40, 40],
    T: PDFString.of('Ada'),
    Contents: PDFString.of('Please check this page.'),
  });
  page.node.addAnnot(document.context.register(note));
};

/** As an office marks what it receives: upon the page, and seen. */
const stamp: EditPdf = (document) => {
  const page = document.getPage(0);
  page.drawText('RECEIVED 2 NOV 2026', { x: 12, y: 10, size: 9, color: rgb(0.7, 0.1, 0.1) });
};

const fieldName = 'Received by';

const addField: EditPdf = (document) => {
  const place = { x: 12, y: 12, width: 140, height: 16, borderWidth: 0.5 };
  document.getForm().createTextField(fieldName).addToPage(document.getPage(0), place);
};

const fill: EditPdf = (document) => {
  const form = document.getForm();
  form.getTextField(fieldName).setText('Ada Example');
  form.updateFieldAppearances();
};

async function join(bytes: Uint8Array, other: Uint8Array): Promise<Uint8Array> {
  const one = await PDFDocument.load(bytes);
  const two = await PDFDocument.load(other);
  return joinPages([
    { from: one, count: joinedPages },
    { from: two, count: joinedPages },
  ]);
}
