import { docxType } from '@assay/media/sniff/office-types';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { documentChanges } from '@assay/checks/search/change-kinds';
import type { CheckResult } from '@assay/checks/check/check';
import { loadChecks } from '@assay/checks/registry';
import { createSubject, runChecks } from '@assay/checks/run/run-checks';
import { documentIntegrity } from '@assay/verification/domain/pipeline/definitions/document-integrity';
import { conclude } from '@assay/verification/domain/fusion/conclude';

/*
 * Judges the documents that make-documents.py made: how many pristine ones are left open, whether every text that was covered or
 * replaced is quoted, and whether the report is the same when clocks run 30 times as fast, as on a loaded machine.
 *
 *   node --conditions=source judge-foreign.ts FOLDER [--quiet]
 */

interface MadeDocument {
  readonly file: string;
  readonly kind: string;
  readonly isChanged: boolean;
  /** Texts that a report has to quote. */
  readonly quotes: readonly string[];
}

interface Judged extends MadeDocument {
  readonly verdict: string;
  readonly isQuoted: boolean;
  readonly isSameWhenSlow: boolean;
}

const slower = 30;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quiet: { type: 'boolean', default: false } },
});
const [folder = '.'] = positionals;
const made = JSON.parse(await readFile(path.join(folder, 'documents.json'), 'utf8')) as MadeDocument[];
const slugs = documentIntegrity.stages.flatMap(({ task }) => (task.kind === 'examine' ? task.checks : []));
const checks = await loadChecks(slugs, undefined);

const judged: Judged[] = [];
for (const one of made) judged.push(await judge(one));
printTable(judged);

async function judge(document: MadeDocument): Promise<Judged> {
  const file = path.join(folder, document.file);
  const results = await examine(file);
  const slow = await withSlowMachine(() => examine(file));
  const { verdict, explanation } = conclude(results, { changes: documentChanges });
  const statements = results
    .filter(({ applicability }) => applicability.applicable)
    .map(({ statement }) => statement);
  const isQuoted = document.quotes.every((words) => holdsWords(statements.join(' '), words));
  const isSameWhenSlow = withoutBytes(results) === withoutBytes(slow);
  if (!values.quiet) process.stdout.write(`${document.file}: ${verdict}${isQuoted ? '' : ', NOT QUOTED'}\n`);
  const isWrong = document.isChanged ? !isQuoted : verdict !== 'unverified';
  if (isWrong)
    process.stdout.write(
      `  ${document.quotes.join(' | ')}\n  ${statements.join('\n  ')}\n  ${explanation}\n`,
    );
  return { ...document, verdict, isQuoted, isSameWhenSlow };
}

async function examine(file: string): Promise<readonly CheckResult[]> {
  const bytes = Uint8Array.from(await readFile(file));
  const mimeType = file.endsWith('.docx') ? docxType : 'application/pdf';
  return runChecks(checks, createSubject({ bytes, mimeType, path: file, enrichment: {}, claims: {} }));
}

/** Lets every clock that a check can read run faster, as if its work took so much longer. */
async function withSlowMachine<T>(work: () => Promise<T>): Promise<T> {
  const now = performance.now.bind(performance);
  const date = Date.now.bind(Date);
  const started = now();
  const startedDate = date();
  performance.now = () => started + slower * (now() - started);
  Date.now = () => startedDate + slower * (date() - startedDate);
  try {
    return await work();
  } finally {
    performance.now = now;
    Date.now = date;
  }
}

function holdsWords(text: string, words: string): boolean {
  const plain = (value: string): string => value.replaceAll(/\s+/gu, '');
  return plain(text).includes(plain(words));
}

function withoutBytes(results: readonly CheckResult[]): string {
  return JSON.stringify(results.map(({ artifacts, ...rest }) => ({ ...rest, artifacts: artifacts.length })));
}

function printTable(all: readonly Judged[]): void {
  const count = (holds: (one: Judged) => boolean): string => String(all.filter(holds).length);
  process.stdout.write(
    '\n| documents | files | open | accused | quoted | same when slow |\n|---|---|---|---|---|---|\n',
  );
  for (const isChanged of [true, false]) {
    const own = all.filter((one) => one.isChanged === isChanged);
    for (const [kind, files] of Map.groupBy(own, (one) => one.kind)) {
      const share = (holds: (one: Judged) => boolean): string => String(files.filter(holds).length);
      const cells = [
        `${isChanged ? 'changed' : 'pristine'}: ${kind}`,
        String(files.length),
        share(({ verdict }) => verdict === 'inconclusive'),
        share(({ verdict }) => verdict === 'manipulated'),
        isChanged ? share(({ isQuoted }) => isQuoted) : '-',
        share(({ isSameWhenSlow }) => isSameWhenSlow),
      ];
      process.stdout.write(`| ${cells.join(' | ')} |\n`);
    }
  }
  process.stdout.write(
    `\nPristine left open or accused: ${count(({ isChanged, verdict }) => !isChanged && verdict !== 'unverified')} of ${count(({ isChanged }) => !isChanged)}. ` +
      `Changed and not quoted: ${count(({ isChanged, isQuoted }) => isChanged && !isQuoted)} of ${count(({ isChanged }) => isChanged)}. ` +
      `Another report when slow: ${count(({ isSameWhenSlow }) => !isSameWhenSlow)} of ${String(all.length)}.\n`,
  );
}
