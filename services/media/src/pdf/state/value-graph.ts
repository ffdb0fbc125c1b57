import { isDictionary, isString, nameIn, referenceNumber } from '../pdf-value.ts';
import type { PdfDictionary, PdfValue } from '../pdf-value.ts';

/** Entries that lead away from what a page shows: to other pages, to the document's structure, to actions. */
const skippedEntries = new Set([
  'P',
  'Popup',
  'Dest',
  'A',
  'AA',
  'IRT',
  'B',
  'Prev',
  'Next',
  'StructParent',
  'PieceInfo',
]);

/** The objects that a value refers to and a page shows through it, by number. */
export function listReferences(value: PdfValue | undefined): number[] {
  const number = referenceNumber(value);
  if (number !== undefined) return [number];
  if (Array.isArray(value)) return (value as readonly PdfValue[]).flatMap(listReferences);
  if (!isDictionary(value)) return [];
  const isPage = isPageNode(value);
  return [...value.entries].flatMap(([key, held]) =>
    skippedEntries.has(key) || (isPage && key === 'Parent') ? [] : listReferences(held),
  );
}

/** Returns true for a page and for a node of the page tree. */
export function isPageNode(value: PdfDictionary): boolean {
  return ['Page', 'Pages'].includes(nameIn(value, 'Type') ?? '');
}

/** A value as text that is equal where the values are. */
export function serializeValue(value: PdfValue | undefined): string {
  if (value === undefined) return '';
  if (isString(value)) return `<${value.bytes.toString('hex')}>`;
  if (isDictionary(value))
    return `<<${[...value.entries].map(([key, held]) => `/${key} ${serializeValue(held)}`).join(' ')}>>`;
  if (Array.isArray(value)) return `[${(value as readonly PdfValue[]).map(serializeValue).join(' ')}]`;
  const number = referenceNumber(value);
  if (number !== undefined) return `${String(number)} R`;
  if (typeof value === 'object' && value !== null) return 'name' in value ? `/${value.name}` : '';
  return String(value);
}
