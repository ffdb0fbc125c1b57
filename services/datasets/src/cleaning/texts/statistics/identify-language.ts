import { detectLanguage } from '@assay/media/text/detect-language';
import { createLanguageSample } from '@assay/media/text/language-sample';

/** The language of a text. */
export interface IdentifiedLanguage {
  /** ISO 639-1, of more than half of the excerpts; null if there is none. */
  readonly language: string | null;
  /** Share of the excerpts in `language`, from 0 to 1; 0 without language. */
  readonly share: number;
  /** All languages that were recognized in excerpts, the most frequent first. */
  readonly languages: readonly { readonly language: string; readonly share: number }[];
  /** Excerpts of up to 1,000 characters that were read, at most 16, spread evenly. */
  readonly excerpts: number;
}

/** Identifies the language of a text that is read piece by piece. */
export async function identifyLanguage(
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<IdentifiedLanguage> {
  const sample = createLanguageSample();
  for await (const piece of pieces) sample.add(piece);
  const excerpts = sample.excerpts().filter((excerpt) => excerpt.trim() !== '');
  const recognized = excerpts.flatMap((excerpt) => detectLanguage([excerpt]) ?? []);
  const groups = Object.entries(Object.groupBy(recognized, (language) => language));
  const languages = groups
    .map(([language, found]) => ({ language, share: (found?.length ?? 0) / excerpts.length }))
    .toSorted((one, other) => other.share - one.share);
  const language = detectLanguage(excerpts);
  const share = languages.find((one) => one.language === language)?.share ?? 0;
  return { language, share, languages, excerpts: excerpts.length };
}
