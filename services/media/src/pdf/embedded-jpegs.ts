import { arrayIn, countIn, nameIn } from './pdf-value.ts';
import type { PdfDictionary } from './pdf-value.ts';
import type { PdfFile } from './pdf-file.ts';
import { readStoredStream } from './read-stream.ts';
import { scanObjects } from './scan-objects.ts';

/** A JPEG file that a PDF holds for a picture, byte by byte as it was put there. */
export interface EmbeddedJpeg {
  /** Of its object. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** The JPEG files among the pictures of a PDF, as it is now; none where it is encrypted. */
export function embeddedJpegs(pdf: PdfFile): EmbeddedJpeg[] {
  if (pdf.trailer.entries.has('Encrypt')) return [];
  return [...scanObjects(pdf)].flatMap(({ number, dictionary, isCurrent }) => {
    const place = pdf.entries.get(number) ?? 0;
    if (!isCurrent || place <= 0 || !isJpeg(dictionary)) return [];
    const stored = readStoredStream(pdf.bytes, place, pdf.budget);
    const width = countIn(dictionary, 'Width') ?? 0;
    const height = countIn(dictionary, 'Height') ?? 0;
    return stored === undefined ? [] : [{ number, width, height, bytes: stored.content }];
  });
}

function isJpeg(dictionary: PdfDictionary): boolean {
  if (nameIn(dictionary, 'Subtype') !== 'Image') return false;
  const filters = arrayIn(dictionary, 'Filter');
  const [only] = filters;
  const listed =
    filters.length === 1 && typeof only === 'object' && only !== null && 'name' in only ? only.name : '';
  return ['DCTDecode', 'DCT'].includes(nameIn(dictionary, 'Filter') ?? listed);
}
