import { detectLanguage } from '@assay/media/text/detect-language';
import { createRandom } from '@assay/test-kit/seeded-random';
import { findPersonalData } from '../../../src/cleaning/texts/personal-data/find-personal-data.ts';
import {
  makeNumbersInContext,
  makeValuesInContext,
  placeholderKinds,
  contextNames,
} from './corpus/values-in-context.ts';
import { ordinaryNames, valueKinds } from './corpus/world-language.ts';
import { worldLanguages } from './corpus/world-languages.ts';

interface Share {
  count: number;
  total: number;
}

type Shares = Record<string, Record<string, Share>>;

/** Values that were found exactly, by language and kind, and ordinary numbers that were masked. */
export interface ContextEvaluation {
  readonly found: Shares;
  readonly foundByContext: Shares;
  readonly masked: Shares;
  readonly sentences: number;
  /** Values that were found with a word of their sentence. */
  readonly damaged: number;
  readonly errors: readonly string[];
}

type Find = typeof findPersonalData;

export interface ContextOptions {
  readonly seed: number;
  readonly numbersPerName: number;
  readonly find?: Find;
}

/** Measures the search for personal data in sentences, JSON and CSV in nineteen languages. */
export function evaluateContexts({
  seed,
  numbersPerName,
  find = findPersonalData,
}: ContextOptions): ContextEvaluation {
  const random = createRandom(seed);
  const values = makeValuesInContext(random);
  const numbers = makeNumbersInContext(random, numbersPerName);
  const found: Shares = {};
  const foundByContext: Shares = {};
  const masked: Shares = {};
  const errors: string[] = [];
  let damaged = 0;
  for (const { kind, language, context, text, start, end } of values) {
    const overlapping = find(text, detectLanguage([text])).filter(
      (one) => one.start < end && one.end > start,
    );
    const covers = overlapping.some((one) => one.start <= start && one.end >= end);
    const isExact = overlapping.some((one) => one.start === start && one.end === end);
    const isFound = isExact && overlapping[0]?.kind === placeholderKinds[kind];
    if (covers && !isExact) damaged += 1;
    count(found, language, kind, isFound);
    count(foundByContext, context, kind, isFound);
    if (!isFound) errors.push(`missed ${kind} ${language} ${context}: ${readContext(text, start, end)}`);
  }
  for (const { name, language, context, text, start, end } of numbers) {
    const isMasked = find(text, detectLanguage([text])).some((one) => one.start < end && one.end > start);
    count(masked, language, name, isMasked);
    if (isMasked) errors.push(`masked ${name} ${language} ${context}: ${readContext(text, start, end)}`);
  }
  return { found, foundByContext, masked, sentences: values.length + numbers.length, damaged, errors };
}

function count(shares: Shares, row: string, column: string, isCounted: boolean): void {
  const share = ((shares[row] ??= {})[column] ??= { count: 0, total: 0 });
  share.total += 1;
  if (isCounted) share.count += 1;
}

function readContext(text: string, start: number, end: number): string {
  return JSON.stringify(text.slice(Math.max(0, start - 30), end + 15));
}

/** Returns the share of a row or of all rows, from 0 to 1. */
export function readRate(shares: Shares, row?: string): number {
  const rows = row === undefined ? Object.values(shares) : [shares[row] ?? {}];
  const all = rows.flatMap((columns) => Object.values(columns));
  const sum = (key: keyof Share): number => all.reduce((total, share) => total + share[key], 0);
  return sum('count') / Math.max(1, sum('total'));
}

/** Prints the tables of an evaluation. */
export function printContextEvaluation(evaluation: ContextEvaluation): string {
  const { found, foundByContext, masked, sentences, damaged, errors } = evaluation;
  const languages = Object.keys(worldLanguages);
  return [
    `Personal data in ${languages.length} languages, ${sentences} sentences, values found exactly:`,
    ...printTable(found, languages, valueKinds),
    'Values found exactly, by context:',
    ...printTable(foundByContext, contextNames, valueKinds),
    'Ordinary numbers masked:',
    ...printTable(masked, languages, ordinaryNames),
    `Values found with words around them: ${damaged}`,
    ...errors.slice(0, 60).map((error) => `  ${error}`),
  ].join('\n');
}

function printTable(shares: Shares, rows: readonly string[], columns: readonly string[]): readonly string[] {
  const percent = (rate: number): string => `${(100 * rate).toFixed(1)} %`.padStart(9);
  const print = (row: string, all: Record<string, Share>): string =>
    row.padEnd(10) +
    columns
      .map((column) => percent(readRate({ row: { column: all[column] ?? { count: 0, total: 0 } } })))
      .join('');
  return [
    `${''.padEnd(10)}${[...columns, 'all'].map((column) => column.padStart(9)).join('')}`,
    ...rows.map((row) => print(row, shares[row] ?? {}) + percent(readRate(shares, row))),
    `${'all'.padEnd(10)}${''.padEnd(9 * columns.length)}${percent(readRate(shares))}`,
  ];
}
