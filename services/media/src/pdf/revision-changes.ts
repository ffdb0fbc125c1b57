import { pageFonts } from './page-fonts.ts';
import type { PdfFile } from './pdf-file.ts';
import { nameIn, referenceNumber } from './pdf-value.ts';
import type { PdfDictionary, PdfValue } from './pdf-value.ts';
import { scanObjects } from './scan-objects.ts';

/** What an object is to the reader of a document. */
export type PdfPart =
  | 'page content'
  | 'picture'
  | 'page'
  | 'form field'
  | 'annotation'
  | 'signature'
  | 'validation data'
  | 'metadata'
  | 'font'
  | 'other';

/** What one revision wrote: how many objects of each kind it replaced and added. */
export interface RevisionChange {
  /** Index of the revision; the first is 0. */
  readonly revision: number;
  readonly replaced: Readonly<Partial<Record<PdfPart, number>>>;
  readonly added: Readonly<Partial<Record<PdfPart, number>>>;
  /** How many of the replaced objects make up fonts of pages: others would show other signs for the same text. */
  readonly replacedFonts: number;
}

/**
 * Compares each revision of a PDF with those before it. An object counts as replaced where an earlier revision wrote one of its
 * number; what was added to an earlier page as further content counts as page content too.
 */
export function readRevisionChanges(pdf: PdfFile): RevisionChange[] {
  const objects = [...scanObjects(pdf)];
  const contents = contentNumbers(objects.map(({ dictionary }) => dictionary));
  const fonts = pageFonts(objects);
  const info = referenceNumber(pdf.trailer.entries.get('Info'));
  const seen = new Set<number>();
  return pdf.revisions.map((_, revision) => {
    const replaced: Partial<Record<PdfPart, number>> = {};
    const added: Partial<Record<PdfPart, number>> = {};
    const written = objects.filter((object) => object.revision === revision);
    for (const { number, dictionary } of written) {
      const part = number === info ? 'metadata' : partOf(number, dictionary, contents);
      const into = seen.has(number) ? replaced : added;
      into[part] = (into[part] ?? 0) + 1;
    }
    const replacedFonts = written.filter(({ number }) => fonts.has(number) && seen.has(number)).length;
    for (const { number } of written) seen.add(number);
    return { revision, replaced, added, replacedFonts };
  });
}

/** Numbers of the objects that pages name as their content. */
function contentNumbers(dictionaries: readonly PdfDictionary[]): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const dictionary of dictionaries) {
    if (nameIn(dictionary, 'Type') !== 'Page') continue;
    const named = dictionary.entries.get('Contents');
    for (const value of Array.isArray(named) ? (named as readonly PdfValue[]) : [named]) {
      const number = referenceNumber(value);
      if (number !== undefined) numbers.add(number);
    }
  }
  return numbers;
}

const partsByType: Readonly<Record<string, PdfPart>> = {
  Page: 'page',
  Pages: 'page',
  Sig: 'signature',
  DocTimeStamp: 'signature',
  DSS: 'validation data',
  VRI: 'validation data',
  Metadata: 'metadata',
  Font: 'font',
  FontDescriptor: 'font',
};

function partOf(number: number, dictionary: PdfDictionary, contents: ReadonlySet<number>): PdfPart {
  if (contents.has(number)) return 'page content';
  const type = nameIn(dictionary, 'Type');
  const subtype = nameIn(dictionary, 'Subtype');
  if (subtype === 'Widget' || dictionary.entries.has('FT')) return 'form field';
  if (type === 'Annot') return 'annotation';
  if (subtype === 'Image') return 'picture';
  return partsByType[type ?? ''] ?? 'other';
}
