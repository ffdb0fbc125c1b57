import { cleanText } from '../document/facts/clean-text.ts';
import type { PdfFile } from './pdf-file.ts';
import { readObject } from './read-stream.ts';
import { arrayIn, countIn, isDictionary, isString, nameIn, referenceIn } from './pdf-value.ts';
import type { PdfDictionary } from './pdf-value.ts';
import type { PdfRevision } from './read-revisions.ts';
import { readSignature } from './read-signature.ts';
import type { PdfSignature } from './read-signature.ts';
import { scanObjects } from './scan-objects.ts';

/** How a PDF was saved, signed and put together, read from its bytes alone. */
export interface PdfStructure {
  /** Oldest first. */
  readonly revisions: readonly PdfRevision[];
  readonly signatures: readonly PdfSignature[];
  readonly isEncrypted: boolean;
  /** The two ids of the trailer: of the first save and of the last, lower-case hexadecimal. */
  readonly ids: readonly string[];
  /** As the page tree says. */
  readonly pageCount: number | undefined;
  /** Names of fonts without the prefix of subsets, sorted; undefined where they are encrypted. */
  readonly fonts: readonly string[] | undefined;
}

/** Reads the structure of a PDF as far as its budget allows. */
export function readPdfStructure(pdf: PdfFile): PdfStructure {
  const { revisions, trailer, entries } = pdf;
  const signatures: PdfSignature[] = [];
  const fonts = new Set<string>();
  for (const object of scanObjects(pdf)) {
    const signature = readSignature(object, revisions);
    if (signature !== undefined) signatures.push(signature);
    const font = object.isCurrent ? fontName(object.dictionary) : undefined;
    if (font !== undefined) fonts.add(font);
  }
  const isEncrypted = trailer.entries.has('Encrypt');
  const hasStreams = [...entries.values()].some((place) => place < 0);
  return {
    revisions,
    signatures,
    isEncrypted,
    ids: arrayIn(trailer, 'ID')
      .filter(isString)
      .map(({ bytes }) => bytes.toString('hex')),
    pageCount: countPages(pdf),
    fonts: isEncrypted && hasStreams ? undefined : [...fonts].toSorted(),
  };
}

/** A composite font names its encoding too; what is drawn are its descendants. */
const fontTypes = ['Type1', 'MMType1', 'TrueType', 'CIDFontType0', 'CIDFontType2'];

function fontName(dictionary: PdfDictionary): string | undefined {
  const isFont =
    nameIn(dictionary, 'Type') === 'Font' && fontTypes.includes(nameIn(dictionary, 'Subtype') ?? '');
  const name = isFont ? nameIn(dictionary, 'BaseFont') : undefined;
  return name === undefined ? undefined : cleanText(utf8(name).replace(/^[A-Z]{6}\+/, ''));
}

/** Names are bytes, which newer writers mean as UTF-8. */
function utf8(name: string): string {
  const decoded = Buffer.from(name, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? name : decoded;
}

/** Follows the catalog to the page tree where neither is encrypted. */
function countPages({ bytes, trailer, entries, budget }: PdfFile): number | undefined {
  const referred = (from: PdfDictionary | undefined, key: string): PdfDictionary | undefined => {
    const number = from && referenceIn(from, key);
    const place = number === undefined ? 0 : (entries.get(number) ?? 0);
    const value = place > 0 ? readObject(bytes, place, budget)?.value : undefined;
    return isDictionary(value) ? value : undefined;
  };
  const pages = referred(referred(trailer, 'Root'), 'Pages');
  return pages && countIn(pages, 'Count');
}
