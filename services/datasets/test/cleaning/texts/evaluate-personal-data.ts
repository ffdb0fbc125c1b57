import { readFile } from 'node:fs/promises';
import { createRandom } from '@assay/test-kit/seeded-random';
import { personalDataKinds } from '../../../src/cleaning/texts/personal-data/placeholders.ts';
import type { PersonalDataKind } from '../../../src/cleaning/texts/personal-data/placeholders.ts';
import type { TextCleaner } from '../../../src/cleaning/texts/text-cleaner.ts';
import { carriers, languages, prose } from './corpus/languages.ts';
import type { Language } from './corpus/languages.ts';
import { makeOrdinaryNumber, ordinaryKinds } from './corpus/ordinary-numbers.ts';
import type { OrdinaryKind } from './corpus/ordinary-numbers.ts';
import { makePersonalValue, pick } from './corpus/personal-values.ts';
import type { PlantedValue, Random } from './corpus/personal-values.ts';
import type { SourceFiles } from './source-files.ts';

/** How many values of a group were masked. */
export interface Share {
  masked: number;
  total: number;
}

export interface PersonalDataEvaluation {
  readonly found: Readonly<Record<PersonalDataKind, Readonly<Record<Language, Share>>>>;
  readonly ordinary: Readonly<Record<OrdinaryKind, Share>>;
  /** Values that were not masked, and numbers that were. */
  readonly errors: readonly string[];
  readonly files: number;
  /** Files that a second pass changed. */
  readonly changedAgain: number;
}

/** Rules were chosen on texts of other seeds. */
const firstSeed = 500_000;
const signal = new AbortController().signal;

/** Plants personal data and ordinary numbers in texts, and counts those that are masked. */
export async function evaluatePersonalData(
  cleaner: TextCleaner,
  files: SourceFiles,
  filesPerLanguage: number,
): Promise<PersonalDataEvaluation> {
  const evaluation = startEvaluation(languages.length * filesPerLanguage);
  for (const language of languages) {
    for (let index = 0; index < filesPerLanguage; index += 1) {
      const random = createRandom(firstSeed + index * 7 + languages.indexOf(language));
      const text = makeText(random, language);
      const result = await cleaner.maskPersonalData(await files.create('text.txt', text.text), signal);
      if (result.outcome !== 'changed') throw new Error(`the text is ${result.outcome}`);
      const masked = (await readFile(result.output.path)).toString();
      countMasked(evaluation, { ...text, language }, masked);
      const again = await cleaner.maskPersonalData(await files.create('text.txt', masked), signal);
      if (again.outcome !== 'unchanged') evaluation.changedAgain += 1;
    }
  }
  return evaluation;
}

function startEvaluation(files: number) {
  const found = Object.fromEntries(personalDataKinds.map((kind) => [kind, byName(languages)]));
  return {
    found: found as Record<PersonalDataKind, Record<Language, Share>>,
    ordinary: byName(ordinaryKinds),
    errors: [] as string[],
    files,
    changedAgain: 0,
  };
}

function countMasked(
  { found, ordinary, errors }: ReturnType<typeof startEvaluation>,
  { text, planted, numbers, language }: PlantedText & { readonly language: Language },
  masked: string,
): void {
  for (const { kind, secret } of planted) {
    const isMasked = !masked.includes(secret);
    count(found[kind][language], isMasked);
    if (!isMasked) errors.push(`missed ${kind} ${language}: ${readContext(text, secret)}`);
  }
  for (const { kind, number, sentence } of numbers) {
    const isMasked = !masked.includes(sentence);
    count(ordinary[kind], isMasked);
    if (isMasked) errors.push(`masked ${kind} ${language}: ${readContext(text, number)}`);
  }
}

interface PlantedText {
  readonly text: string;
  readonly planted: readonly PlantedValue[];
  readonly numbers: readonly {
    readonly kind: OrdinaryKind;
    readonly number: string;
    readonly sentence: string;
  }[];
}

/** Writes a text of prose, two values of each kind of personal data, and two ordinary numbers of each kind. */
function makeText(random: Random, language: Language): PlantedText {
  const planted = personalDataKinds.flatMap((kind) =>
    [1, 2].map(() => makePersonalValue(random, kind, language)),
  );
  const numbers = ordinaryKinds.flatMap((kind) =>
    [1, 2].map(() => ({ kind, ...makeOrdinaryNumber(random, kind, language) })),
  );
  const plantedSentences = planted.map(({ kind, text }) =>
    pick(random, carriers[language][kind]).replace('%', () => text),
  );
  const sentences = [...prose[language], ...plantedSentences, ...numbers.map(({ sentence }) => sentence)];
  const text = random
    .shuffled(sentences)
    .map((sentence) => sentence + (/[.?!]$/.test(sentence) ? pick(random, [' ', ' ', '\n']) : '\n'))
    .join('');
  return { text, planted, numbers };
}

function byName<Name extends string>(names: readonly Name[]): Record<Name, Share> {
  return Object.fromEntries(names.map((name) => [name, { masked: 0, total: 0 }])) as Record<Name, Share>;
}

function count(share: Share, isMasked: boolean): void {
  share.total += 1;
  if (isMasked) share.masked += 1;
}

function readContext(text: string, value: string): string {
  const at = text.indexOf(value);
  return JSON.stringify(text.slice(Math.max(0, at - 30), at + value.length + 15));
}

export function sumShares(shares: Iterable<Share>): Share {
  const sum = { masked: 0, total: 0 };
  for (const { masked, total } of shares) {
    sum.masked += masked;
    sum.total += total;
  }
  return sum;
}
