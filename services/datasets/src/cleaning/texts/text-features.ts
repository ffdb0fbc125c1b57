/**
 * The values of a text, or of the text of a document, that duplicates and outliers are found by. They describe the standardized text,
 * so that copies in other encodings have equal values. Plain values only, about 1 kB in BSON.
 */
export interface TextFeatures {
  readonly kind: 'text';
  /** MinHash of the 5-word shingles: 128 unsigned 32-bit integers, little-endian, in Base64. Empty for a text of white space. */
  readonly signature: string;
  /** Runs of letters and digits; each character counts in scripts without spaces, such as Han or Thai. */
  readonly wordCount: number;
  /** Unicode code points. */
  readonly characterCount: number;
  /** ISO 639-1; null if the language is not certain. */
  readonly language: string | null;
  /** Simple values for outliers, in the order of {@link textVectorNames}. */
  readonly vector: readonly number[];
}

/** Names of the values of a vector. Shares are of all characters, from 0 to 1; sizes are logarithms to base 10 of 1 + n. */
export const textVectorNames = [
  'logCharacters',
  'logWords',
  'logLines',
  'logMeanLineLength',
  'meanWordLength',
  'letterShare',
  'upperCaseShare',
  'digitShare',
  'punctuationShare',
  'whiteSpaceShare',
  'nonAsciiShare',
  'symbolShare',
] as const;
