import { analyse } from 'chardet';
import { eastAsianEncodings, readsAs } from '../sniff/legacy-text.ts';

/** The probable encoding of a text that is not Unicode. */
export interface EncodingGuess {
  /** As the Encoding Standard names it, such as `shift_jis`. */
  readonly encoding: string;
  /** How sure the guess is, from 0 to 1; null where nothing speaks for it but that it is the most common one that fits. */
  readonly confidence: number | null;
}

/** East Asian texts are told apart by their characters, from eleven on. */
const minEastAsianConfidence = 0.9;
const minEastAsianLead = 0.15;
const maxConfidence = 0.99;

/** The encodings of languages whose texts are not usually in windows-1252, the more common first. */
const encodingsByLanguage: Readonly<Record<string, readonly string[]>> = {
  pl: ['windows-1250', 'iso-8859-2'],
  ru: ['windows-1251', 'koi8-r', 'ibm866'],
  tr: ['windows-1254'],
  ar: ['windows-1256'],
  zh: ['gb18030', 'big5'],
  ja: ['shift_jis', 'euc-jp'],
};

/**
 * Chooses the encoding of a text by its declared language, without the tables that recognize languages.
 * @param sample some thousand bytes, among them such as are not ASCII
 * @param language ISO 639-1
 * @returns undefined when nothing fits
 */
export function chooseEncoding(sample: Uint8Array, language: string | undefined): EncodingGuess | undefined {
  const eastAsian = guessEastAsian(sample);
  if (eastAsian !== undefined) return eastAsian;
  const own = encodingsByLanguage[language ?? ''] ?? [];
  const encoding = [...own, 'windows-1252'].find((name) => readsAs(sample, name));
  return encoding === undefined ? undefined : { encoding, confidence: null };
}

/** Guesses between the encodings of several bytes a character. */
export function guessEastAsian(sample: Uint8Array): EncodingGuess | undefined {
  const [best, next] = analyse(sample)
    .map(({ name, confidence }) => ({ encoding: toStandardName(name), confidence: confidence / 100 }))
    .filter(({ encoding }) => encoding !== undefined && readsAs(sample, encoding));
  if (best?.encoding === undefined || !eastAsianEncodings.includes(best.encoding)) return undefined;
  const isSure = best.confidence >= minEastAsianConfidence;
  if (!isSure || best.confidence - (next?.confidence ?? 0) < minEastAsianLead) return undefined;
  return { encoding: best.encoding, confidence: Math.min(best.confidence, maxConfidence) };
}

/** Undefined for a name that the Encoding Standard does not have. */
function toStandardName(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
