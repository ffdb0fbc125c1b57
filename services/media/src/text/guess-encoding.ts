import { analyse } from 'chardet';
import { eld } from 'eld/extrasmall';
import { eastAsianEncodings, readsAs, singleByteEncodings } from '../sniff/legacy-text.ts';

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
/** Letters from which a language is recognized. */
const minLetters = 20;
/** The lead that the text in one encoding has as text of a language over the same bytes in another encoding. */
const minLead = 0.004;
/** With a declared language, another encoding than that of the language needs this lead. */
const minForeignLead = 0.05;
const maxConfidence = 0.99;
const sampleLetters = 4_000;

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
 * Guesses the encoding of a text by the language that it makes of the bytes: in a wrong encoding, words of no language appear.
 * @param sample some thousand bytes, among them such as are not ASCII
 * @param language the declared language of the text, ISO 639-1
 * @returns undefined when nothing fits well enough
 */
export function guessEncoding(sample: Uint8Array, language?: string): EncodingGuess | undefined {
  const eastAsian = guessEastAsian(sample);
  if (eastAsian !== undefined) return eastAsian;
  const readings = listReadings(sample);
  const own = findOwn(sample, language, readings);
  const [best, next] = readings;
  const lead = (best?.score ?? 0) - (next?.score ?? 0);
  if (
    best !== undefined &&
    isClear(best, lead) &&
    (own === undefined || best.score - own.score >= minForeignLead)
  )
    return { encoding: best.encoding, confidence: Math.min(maxConfidence, 0.5 + 4 * lead) };
  const fallback = own?.encoding ?? (readsAs(sample, 'windows-1252') ? 'windows-1252' : undefined);
  return fallback === undefined ? undefined : { encoding: fallback, confidence: null };
}

function guessEastAsian(sample: Uint8Array): EncodingGuess | undefined {
  const [best, next] = analyse(sample)
    .map(({ name, confidence }) => ({ encoding: toStandardName(name), confidence: confidence / 100 }))
    .filter(({ encoding }) => encoding !== undefined && readsAs(sample, encoding));
  if (best?.encoding === undefined || !eastAsianEncodings.includes(best.encoding)) return undefined;
  const isSure = best.confidence >= minEastAsianConfidence;
  if (!isSure || best.confidence - (next?.confidence ?? 0) < minEastAsianLead) return undefined;
  return { encoding: best.encoding, confidence: Math.min(best.confidence, maxConfidence) };
}

/** The bytes, read in one encoding. */
interface Reading {
  readonly encoding: string;
  /** How much the text is like one of its likeliest language, from 0 to 1. */
  readonly score: number;
  readonly isReliable: boolean;
}

/** Lists the readings of one byte a character, the likeliest first. When texts are equal, only the more common encoding is listed. */
function listReadings(sample: Uint8Array): readonly Reading[] {
  const texts = new Map<string, string>();
  for (const encoding of singleByteEncodings) {
    if (!readsAs(sample, encoding)) continue;
    const text = new TextDecoder(encoding).decode(sample).slice(0, sampleLetters);
    if (!texts.has(text)) texts.set(text, encoding);
  }
  const readings = [...texts].map(([text, encoding]): Reading => {
    if ((text.match(/\p{L}/gu)?.length ?? 0) < minLetters) return { encoding, score: 0, isReliable: false };
    const result = eld.detect(text);
    return { encoding, score: Object.values(result.getScores())[0] ?? 0, isReliable: result.isReliable() };
  });
  return readings.toSorted((one, other) => other.score - one.score);
}

function isClear({ isReliable }: Reading, lead: number): boolean {
  return isReliable && lead >= minLead;
}

/** Finds the reading in the encoding of the declared language. */
function findOwn(
  sample: Uint8Array,
  language: string | undefined,
  readings: readonly Reading[],
): Pick<Reading, 'encoding' | 'score'> | undefined {
  if (language === undefined) return undefined;
  const encoding = (encodingsByLanguage[language] ?? ['windows-1252']).find((name) => readsAs(sample, name));
  if (encoding === undefined) return undefined;
  return readings.find((reading) => reading.encoding === encoding) ?? { encoding, score: 0 };
}

/** Undefined for a name that the Encoding Standard does not have. */
function toStandardName(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
