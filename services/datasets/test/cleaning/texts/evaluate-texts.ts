import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { encodeText } from '../../../../media/test/encode-text.ts';
import { personalDataLimits } from '../../../src/cleaning/texts/personal-data/placeholders.ts';
import { createTextCleaner } from '../../../src/cleaning/texts/text-cleaner.ts';
import type { TextCleaner } from '../../../src/cleaning/texts/text-cleaner.ts';
import type { FileResult, Treatment } from '../../../src/cleaning/treatment.ts';
import { languages, prose } from './corpus/languages.ts';
import { evaluatePersonalData, sumShares } from './evaluate-personal-data.ts';
import type { PersonalDataEvaluation, Share } from './evaluate-personal-data.ts';
import { evaluateContexts, printContextEvaluation } from './evaluate-contexts.ts';
import type { ContextEvaluation } from './evaluate-contexts.ts';
import { evaluateSimilarity } from './evaluate-similarity.ts';
import type { SimilarityEvaluation } from './evaluate-similarity.ts';
import { createSourceFiles } from './source-files.ts';
import type { SourceFiles } from './source-files.ts';

/** The rates of the cleaning of texts. */
export interface TextEvaluation {
  readonly personalData: PersonalDataEvaluation;
  /** Personal data in sentences of nineteen languages, in JSON and in CSV. */
  readonly contexts: ContextEvaluation;
  readonly similarity: SimilarityEvaluation;
  /** Texts in old encodings and with unusual characters. */
  readonly standard: SecondPass;
  readonly documents: SecondPass;
}

/** Files by the outcome of the first pass, and files that a second pass changed. */
export interface SecondPass {
  readonly outcomes: Readonly<Record<string, number>>;
  readonly changedAgain: number;
}

export interface TextEvaluationOptions {
  readonly filesPerLanguage: number;
  readonly textsPerLanguage: number;
}

const signal = new AbortController().signal;
/** Rules were chosen on texts of other seeds. */
const firstSeed = 800_000;

/** Measures the cleaning of texts on a corpus made by script, and of the documents in the folder `documents` of the media collection. */
export async function evaluateTexts(
  folder: string,
  { filesPerLanguage, textsPerLanguage }: TextEvaluationOptions = {
    filesPerLanguage: 100,
    textsPerLanguage: 12,
  },
): Promise<TextEvaluation> {
  const cleaner = createTextCleaner();
  const files = createSourceFiles();
  try {
    return {
      personalData: await evaluatePersonalData(cleaner, files, filesPerLanguage),
      contexts: evaluateContexts({ seed: firstSeed, numbersPerName: 6 }),
      similarity: await evaluateSimilarity(cleaner, files, textsPerLanguage),
      standard: await evaluateTwice(cleaner.standardizeText, files, listStandardTexts()),
      documents: await evaluateDocuments(cleaner, files, join(folder, 'documents')),
    };
  } finally {
    await cleaner.close();
    await files.remove();
  }
}

type Contents = readonly (readonly [string, Buffer])[];

async function evaluateDocuments(
  cleaner: TextCleaner,
  files: SourceFiles,
  folder: string,
): Promise<SecondPass> {
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => /\.(?:pdf|docx?)$/.test(name))
    .toSorted();
  const contents = await Promise.all(
    names.map(async (name) => [extname(name), await readFile(join(folder, name))] as const),
  );
  const clean: Treatment = async (file, abort) => {
    const extracted = await cleaner.extractText(file, abort);
    return file.type === 'text/plain' ? cleaner.standardizeText(file, abort) : extracted;
  };
  return evaluateTwice(clean, files, contents);
}

/** Treats files, and those that changed a second time. */
async function evaluateTwice(treat: Treatment, files: SourceFiles, contents: Contents): Promise<SecondPass> {
  const outcomes: Record<string, number> = {};
  let changedAgain = 0;
  for (const [extension, content] of contents) {
    const result = await treat(await files.create(`file${extension}`, content), signal);
    const outcome = describeOutcome(result);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (result.outcome !== 'changed') continue;
    const again = await files.create(result.output.name, await readFile(result.output.path));
    if ((await treat(again, signal)).outcome !== 'unchanged') changedAgain += 1;
  }
  return { outcomes, changedAgain };
}

function describeOutcome(result: FileResult): string {
  if (result.outcome === 'removed') return `removed: ${result.reason}`;
  if (result.outcome === 'changed') return 'changed';
  return result.skipped === undefined ? 'unchanged' : `unchanged: ${result.skipped}`;
}

function listStandardTexts(): Contents {
  const texts = languages.map((language) => prose[language].join('\r\n'));
  const encoded = texts.flatMap((text, index) => {
    const legacy = languages[index] === 'pl' ? 'windows-1250' : 'windows-1252';
    return [
      ...[Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le'), encodeText(text, legacy)],
      ...[
        Buffer.from(text.normalize('NFD')),
        Buffer.from(text.replaceAll(' ', ' \u200b')),
        Buffer.from(text.replaceAll('\r', '')),
      ],
    ];
  });
  return [...encoded, Buffer.from(' \n'), Buffer.alloc(64)].map((content) => ['.txt', content] as const);
}

/** Prints the rates of an evaluation. */
export function printTextEvaluation({
  personalData,
  contexts,
  similarity,
  standard,
  documents,
}: TextEvaluation): string {
  const { found, ordinary, errors, files, changedAgain } = personalData;
  const percent = ({ masked, total }: Share): string =>
    `${((100 * masked) / Math.max(1, total)).toFixed(1)} %`.padStart(8);
  const rows = Object.entries(found).map(
    ([kind, shares]) =>
      `${kind.padEnd(12)}${languages.map((language) => percent(shares[language])).join('')}${percent(sumShares(Object.values(shares)))}`,
  );
  const all = sumShares(Object.values(found).flatMap((shares) => Object.values(shares)));
  const numbers = sumShares(Object.values(ordinary));
  const { near, nearFound, found: pairs, foundNear, texts } = similarity;
  return [
    `Personal data found, of ${all.total} planted values in ${files} files. ${personalDataLimits}`,
    `${''.padEnd(12)}${[...languages, 'all'].map((name) => name.padStart(8)).join('')}`,
    ...rows,
    `${'all'.padEnd(12)}${percent(all)}`,
    `Ordinary numbers masked: ${numbers.masked} of ${numbers.total},${percent(numbers)}`,
    ...Object.entries(ordinary).map(
      ([kind, share]) => `  ${kind.padEnd(12)}${percent(share)} of ${share.total}`,
    ),
    `Masked files that a second pass changed: ${changedAgain} of ${files}`,
    printContextEvaluation(contexts),
    `Near-duplicates of ${texts} texts: recall ${nearFound} of ${near}, precision ${foundNear} of ${pairs}`,
    `Standard form: ${JSON.stringify(standard.outcomes)}, changed by a second pass: ${standard.changedAgain}`,
    `Documents: ${JSON.stringify(documents.outcomes)}, changed by a second pass: ${documents.changedAgain}`,
    ...errors.slice(0, 40).map((error) => `  ${error}`),
    '',
  ].join('\n');
}
