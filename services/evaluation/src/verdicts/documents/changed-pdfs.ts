import { PDFDocument } from '@cantoo/pdf-lib';
import { alterPicture } from './altered-pictures.ts';
import { coverWithNote, emptyNote, findWords, overwrite } from './cover-words.ts';
import type { DocumentVersion, MadeDocument } from './document-version.ts';
import { replaceWords } from './page-content.ts';
import { replaceFont } from './replace-font.ts';
import { printAnew, saveLater, writeAnew } from './save-pdf.ts';
import { signPdf } from './sign-pdf.ts';

/** Does something to a document, and says on which page, from 1; undefined where there is nothing to do it to. */
type ChangePdf = (document: PDFDocument) => number | undefined | Promise<number | undefined>;
type Save = typeof saveLater;

export interface ChangedPdf {
  readonly bytes: Uint8Array;
  /** Null where it is no PDF. */
  readonly other: Uint8Array | null;
  readonly seed: number;
}

/** What changes what a document says: saved later, after signing, and written anew; laundered, it is printed to a file. */
export function changedPdfs({ bytes, other, seed }: ChangedPdf): readonly DocumentVersion[] {
  const words: ChangePdf = (document) => replaceWords(document, seed);
  const covered: ChangePdf = (document) => coverSome(document, bytes, seed);
  const dated: ChangePdf = (document) => dateBack(document, words);
  const inLaterSave = (change: ChangePdf) => () => changed(bytes, change, saveLater);
  const afterSigning = (change: ChangePdf) => async () => changed(await signPdf(bytes), change, saveLater);
  const anew = (change: ChangePdf) => () => changed(bytes, change, writeAnew);
  const later = { change: 'changed-in-later-save' } as const;
  const signed = { change: 'changed-after-signing' } as const;
  const rewritten = { change: 'written-anew' } as const;
  return [
    { ...later, group: 'words replaced in a later save', make: inLaterSave(words) },
    { ...later, group: 'words covered in a later save', make: inLaterSave(covered) },
    { ...later, group: 'page replaced in a later save', make: inLaterSave((one) => putPageIn(one, other)) },
    { ...signed, group: 'words replaced after signing', make: afterSigning(words) },
    { ...signed, group: 'words covered after signing', make: afterSigning(covered) },
    { ...signed, group: 'words uncovered after signing', make: () => uncovered(bytes, seed) },
    { ...signed, group: 'font replaced after signing', make: afterSigning(replaceFont) },
    { ...rewritten, group: 'words replaced, written anew', make: anew(words) },
    { ...rewritten, group: 'words replaced, dated back', make: anew(dated) },
    {
      change: 'altered-picture-inside',
      group: 'picture altered inside',
      make: anew((document) => alterPicture(document, seed)),
    },
    laundered({ ...later, group: 'words replaced in a later save', make: inLaterSave(words) }),
    laundered({ ...signed, group: 'words replaced after signing', make: afterSigning(words) }),
  ];
}

function laundered({ change, group, make }: DocumentVersion): DocumentVersion {
  return {
    change,
    group: `${group}, laundered`,
    isLaundered: true,
    make: async () => {
      const made = await make();
      return made && { bytes: await printAnew(made.bytes) };
    },
  };
}

async function changed(bytes: Uint8Array, change: ChangePdf, save: Save): Promise<MadeDocument | undefined> {
  const pages: number[] = [];
  const saved = await save(bytes, async (document) => {
    const page = await change(document);
    if (page !== undefined) pages.push(page);
  });
  return pages.length === 0 ? undefined : { bytes: saved, pages };
}

async function coverSome(
  document: PDFDocument,
  bytes: Uint8Array,
  seed: number,
): Promise<number | undefined> {
  const place = await findWords(bytes, seed);
  if (place !== undefined) overwrite(document, place);
  return place?.page;
}

/** The first page of another document in the place of one in the middle. */
async function putPageIn(document: PDFDocument, other: Uint8Array | null): Promise<number | undefined> {
  if (other === null) return undefined;
  const [page] = await document.copyPages(await PDFDocument.load(other), [0]);
  const index = Math.floor(document.getPageCount() / 2);
  if (page === undefined) return undefined;
  document.removePage(index);
  document.insertPage(index, page);
  return index + 1;
}

/** Words lie under a white note while the document is signed, and the note is emptied then (Mainka et al. 2021, "hide"). */
async function uncovered(bytes: Uint8Array, seed: number): Promise<MadeDocument | undefined> {
  const place = await findWords(bytes, seed);
  if (place === undefined) return undefined;
  const drawings: ReturnType<typeof coverWithNote>[] = [];
  const prepared = await saveLater(bytes, (document) => {
    drawings.push(coverWithNote(document, place));
  });
  const shown = await saveLater(await signPdf(prepared), (document) => {
    for (const drawing of drawings) emptyNote(document, drawing, place);
  });
  return { bytes: shown, pages: [place.page] };
}

/** To a year before the document says that it was made; undefined where it does not say when. */
async function dateBack(document: PDFDocument, change: ChangePdf): Promise<number | undefined> {
  const created = document.getCreationDate();
  if (created === undefined) return undefined;
  document.setModificationDate(new Date(created.getTime() - 365 * 86_400_000));
  return change(document);
}
