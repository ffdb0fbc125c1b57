import { eld } from 'eld/extrasmall';
import { readsAs, singleByteEncodings } from '../sniff/legacy-text.ts';
import { chooseEncoding, guessEastAsian } from './choose-encoding.ts';
import type { EncodingGuess } from './choose-encoding.ts';

/** Letters from which a language is recognized. */
const minLetters = 20;
/** The lead that the text in one encoding has as text of a language over the same bytes in another encoding. */
const minLead = 0.004;
const maxConfidence = 0.99;
const sampleLetters = 4_000;

/**
 * Guesses the encoding of a text by the language that it makes of the bytes: in a wrong encoding, words of no language appear. The tables of
 * languages take 80 MB, so only the processes that read files use it.
 * @param sample some thousand bytes, among them such as are not ASCII
 * @returns undefined when nothing fits well enough
 */
export function guessEncoding(sample: Uint8Array): EncodingGuess | undefined {
  const eastAsian = guessEastAsian(sample);
  if (eastAsian !== undefined) return eastAsian;
  const [best, next] = listReadings(sample);
  const lead = (best?.score ?? 0) - (next?.score ?? 0);
  if (best?.isReliable === true && lead >= minLead)
    return { encoding: best.encoding, confidence: Math.min(maxConfidence, 0.5 + 4 * lead) };
  return chooseEncoding(sample, undefined);
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
