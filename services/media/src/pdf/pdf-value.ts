/** A value of PDF syntax (ISO 32000-2 §7.3). Names and strings keep their bytes as Latin-1. */
export type PdfValue =
  number | boolean | null | PdfName | PdfString | PdfReference | PdfDictionary | readonly PdfValue[];

export interface PdfName {
  readonly kind: 'name';
  readonly name: string;
}

export interface PdfString {
  readonly kind: 'string';
  readonly bytes: Buffer;
}

/** Names another object. */
export interface PdfReference {
  readonly kind: 'reference';
  readonly number: number;
}

export interface PdfDictionary {
  readonly kind: 'dictionary';
  readonly entries: ReadonlyMap<string, PdfValue>;
}

export function isDictionary(value: PdfValue | undefined): value is PdfDictionary {
  return isKind(value, 'dictionary');
}

/** The entry of a dictionary when it is a name. */
export function nameIn(dictionary: PdfDictionary, key: string): string | undefined {
  const value = dictionary.entries.get(key);
  return isKind(value, 'name') ? value.name : undefined;
}

/** The entry of a dictionary when it is a whole number of at least zero. */
export function countIn(dictionary: PdfDictionary, key: string): number | undefined {
  const value = dictionary.entries.get(key);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The number of the object that an entry of a dictionary refers to. */
export function referenceIn(dictionary: PdfDictionary, key: string): number | undefined {
  return referenceNumber(dictionary.entries.get(key));
}

/** The number of the object that a value refers to. */
export function referenceNumber(value: PdfValue | undefined): number | undefined {
  return isKind(value, 'reference') ? value.number : undefined;
}

/** The entry of a dictionary when it is an array; else an empty one. */
export function arrayIn(dictionary: PdfDictionary, key: string): readonly PdfValue[] {
  const value = dictionary.entries.get(key);
  return Array.isArray(value) ? (value as readonly PdfValue[]) : [];
}

export function isString(value: PdfValue | undefined): value is PdfString {
  return isKind(value, 'string');
}

function isKind<Kind extends 'name' | 'string' | 'reference' | 'dictionary'>(
  value: PdfValue | undefined,
  kind: Kind,
): value is Extract<PdfValue, { readonly kind: Kind }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
}
