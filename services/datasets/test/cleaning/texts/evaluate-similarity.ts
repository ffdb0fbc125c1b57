import { createRandom } from '@assay/test-kit/seeded-random';
import type { TextFeatures } from '../../../src/cleaning/texts/text-features.ts';
import type { TextCleaner } from '../../../src/cleaning/texts/text-cleaner.ts';
import { createTextIndex } from '../../../src/cleaning/texts/text-index.ts';
import { languages, prose } from './corpus/languages.ts';
import type { Language } from './corpus/languages.ts';
import { pick } from './corpus/personal-values.ts';
import type { Random } from './corpus/personal-values.ts';
import type { SourceFiles } from './source-files.ts';

export interface SimilarityEvaluation {
  /** Pairs of an exact Jaccard similarity of 0.85 and more, and those of them that were found. */
  readonly near: number;
  readonly nearFound: number;
  /** Pairs that were found, and those of them with an exact similarity of 0.7 and more: the estimate has a standard error of 0.04. */
  readonly found: number;
  readonly foundNear: number;
  readonly texts: number;
}

const signal = new AbortController().signal;

/** Compares the near-duplicates that the index finds with the exact similarity of all pairs of texts. */
export async function evaluateSimilarity(
  cleaner: TextCleaner,
  files: SourceFiles,
  textsPerLanguage: number,
): Promise<SimilarityEvaluation> {
  const texts = languages.flatMap((language) => makeFamilies(language, textsPerLanguage));
  const index = createTextIndex<number>();
  const counts = { near: 0, nearFound: 0, found: 0, foundNear: 0 };
  const shingles = texts.map(({ text }) => listShingles(text));
  for (const [id, { content }] of texts.entries()) {
    const features = await readFeatures(cleaner, files, content);
    const found = new Set(index.find(features).map((similar) => similar.id));
    for (let other = 0; other < id; other += 1) {
      const exact = computeJaccard(shingles[id], shingles[other]);
      if (exact >= 0.85) counts.near += 1;
      if (exact >= 0.85 && found.has(other)) counts.nearFound += 1;
      if (found.has(other) && exact >= 0.7) counts.foundNear += 1;
    }
    counts.found += found.size;
    index.add(id, features);
  }
  return { ...counts, texts: texts.length };
}

async function readFeatures(
  cleaner: TextCleaner,
  files: SourceFiles,
  content: Buffer,
): Promise<TextFeatures> {
  const result = await cleaner.readTextFeatures(await files.create('text.txt', content), signal);
  const features = result.outcome === 'unchanged' ? result.features : undefined;
  if (features?.kind !== 'text') throw new Error(`the text has no features: ${JSON.stringify(result)}`);
  return features;
}

interface MadeText {
  readonly text: string;
  /** The same text as bytes in some encoding. */
  readonly content: Buffer;
}

/** Makes texts with copies: in other encodings, with a footer, with replaced words, and with half of the sentences of another text. */
function makeFamilies(language: Language, textsPerLanguage: number): readonly MadeText[] {
  return Array.from({ length: textsPerLanguage }, (_, seed) => {
    const random = createRandom(seed * 31 + languages.indexOf(language));
    const base = makeSentences(random, language, 20);
    const other = makeSentences(random, language, 20);
    const text = base.join(' ');
    const utf16 = {
      text,
      content: Buffer.from(`\ufeff${text.normalize('NFD').replaceAll(' ', '\r\n')}`, 'utf16le'),
    };
    const edited = [1, 3, 8, 25].map((edits) => replaceWords(random, text, edits));
    const copies = [
      text,
      `${text}\n\n© 2026`,
      [...base.slice(0, 10), ...other.slice(10)].join(' '),
      ...edited,
    ];
    return [...copies.map((copy) => ({ text: copy, content: Buffer.from(copy) })), utf16];
  }).flat();
}

/** Sentences whose words come from several sentences of the prose, so that texts share few shingles. */
function makeSentences(random: Random, language: Language, count: number): readonly string[] {
  const words = prose[language].join(' ').split(' ');
  return Array.from({ length: count }, () => Array.from({ length: 12 }, () => pick(random, words)).join(' '));
}

function replaceWords(random: Random, text: string, edits: number): string {
  const words = text.split(' ');
  for (let edit = 0; edit < edits; edit += 1) words[random.below(words.length)] = `changed${edit}`;
  return words.join(' ');
}

function listShingles(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.slice(4).map((_, at) => words.slice(at, at + 5).join(' ')));
}

function computeJaccard(
  one: ReadonlySet<string> | undefined,
  other: ReadonlySet<string> | undefined,
): number {
  if (one === undefined || other === undefined) return 0;
  let shared = 0;
  for (const shingle of one) if (other.has(shingle)) shared += 1;
  return shared / (one.size + other.size - shared);
}
