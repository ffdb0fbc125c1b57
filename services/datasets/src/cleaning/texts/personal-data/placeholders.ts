/** Kinds of personal data that are found, as the placeholders name them. Names of persons and postal addresses are not found. */
export const personalDataKinds = ['EMAIL', 'PHONE', 'IBAN', 'CARD', 'IP', 'CREDENTIAL'] as const;
export type PersonalDataKind = (typeof personalDataKinds)[number];

/** Tells readers of the pipeline's catalog entry what it cannot do. */
export const personalDataLimits =
  'Names of persons and postal addresses are not found, nor values that are split over two lines or shown in an image.';

/** The highest number of the placeholders of a kind. */
export type PlaceholderCounts = Readonly<Record<string, number>>;

/** A value in a text, as offsets in UTF-16 units. */
export interface PersonalData {
  readonly kind: PersonalDataKind;
  readonly start: number;
  readonly end: number;
  /** The value without its formatting: equal for equal values. */
  readonly value: string;
  /** Present and true for a JSON number: its placeholder needs quotation marks. */
  readonly isJsonNumber?: true;
}

const placeholder = new RegExp(`\\[(${personalDataKinds.join('|')})_([1-9]\\d{0,8})\\]`, 'g');

/** Adds the highest numbers of the placeholders of a text to `counts`. */
export function listPlaceholders(text: string, counts: Record<string, number>): void {
  for (const [, kind = '', number] of text.matchAll(placeholder))
    counts[kind] = Math.max(counts[kind] ?? 0, Number(number));
}

/** Numbers the values of one file: equal values alike, after the placeholders that the file has already. */
export interface PlaceholderNumbers {
  /** Returns the placeholder of a value, such as `[EMAIL_1]`. */
  name(kind: PersonalDataKind, value: string): string;
}

/** Different values with numbers, of all kinds together, about 20 MB. Later values share a placeholder without number, such as `[EMAIL]`. */
const maxValues = 100_000;

export function createPlaceholderNumbers(existing: PlaceholderCounts): PlaceholderNumbers {
  const counts: Record<string, number> = { ...existing };
  const known = new Map<string, string>();
  return {
    name(kind, value) {
      const key = `${kind}:${value}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      if (known.size >= maxValues) return `[${kind}]`;
      const number = (counts[kind] ?? 0) + 1;
      counts[kind] = number;
      const name = `[${kind}_${number}]`;
      known.set(key, name);
      return name;
    },
  };
}
