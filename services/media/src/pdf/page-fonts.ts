import { arrayIn, isDictionary, nameIn, referenceNumber } from './pdf-value.ts';
import type { PdfDictionary, PdfValue } from './pdf-value.ts';
import type { ScannedObject } from './scan-objects.ts';

/** What of a font decides how its text looks: its outlines, its encoding, the font within it. */
const fontParts = ['FontDescriptor', 'FontFile', 'FontFile2', 'FontFile3', 'DescendantFonts', 'Encoding'];

/** Numbers of the objects that make up the fonts of pages, as far as pages name them without inheriting. */
export function pageFonts(objects: readonly ScannedObject[]): ReadonlySet<number> {
  const byNumber = new Map(objects.map(({ number, dictionary }) => [number, dictionary]));
  const numbers = new Set<number>();
  const resolve = (value: PdfValue | undefined): PdfDictionary | undefined => {
    if (isDictionary(value)) return value;
    const number = referenceNumber(value);
    return number === undefined ? undefined : byNumber.get(number);
  };
  const addFont = (value: PdfValue | undefined): void => {
    const number = referenceNumber(value);
    if (number !== undefined && numbers.has(number)) return;
    if (number !== undefined) numbers.add(number);
    const dictionary = resolve(value);
    for (const part of dictionary === undefined ? [] : fontParts) {
      addFont(dictionary?.entries.get(part));
      for (const inner of dictionary === undefined ? [] : arrayIn(dictionary, part)) addFont(inner);
    }
  };
  for (const { dictionary } of objects) {
    if (nameIn(dictionary, 'Type') !== 'Page') continue;
    const fonts = resolve(resolve(dictionary.entries.get('Resources'))?.entries.get('Font'));
    for (const font of fonts?.entries.values() ?? []) addFont(font);
  }
  return numbers;
}
