import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import type { MediaExtractor } from '@assay/media/decoder/media-extractor';
import { findCondition } from '@assay/verification/domain/pipeline/file-condition';
import type { FileCondition } from '@assay/verification/domain/pipeline/file-condition';
import { listBases } from '@assay/verification/domain/pipeline/verdict-basis';
import type { VerdictBasis } from '@assay/verification/domain/pipeline/definitions/evaluations/published-evaluation';
import type { AnyCheck, CheckResult, Subject } from '@assay/checks/check/check';
import { createSubject, runChecks } from '@assay/checks/run/run-checks';
import { extractBeside } from '@assay/verification/stages/extract-beside';
import type { ChangedPlace, EvaluationCase } from './evaluation-case.ts';
import { marksOf } from './marks.ts';
import type { Marks } from './marks.ts';

/** What a check said of one file: what a conclusion needs of it, and how much of what it marked was changed. */
export interface ExaminedCheck extends CheckResult {
  /** Null where it marked nothing, or nobody knows what was changed. */
  readonly marks: Marks | null;
}

/** One file as the checks saw it. */
export interface ExaminedFile extends Omit<EvaluationCase, 'bytes' | 'enrichment' | 'place'> {
  /** Null for files without one, missing in files that were kept before it was. */
  readonly condition?: FileCondition | null;
  /** Missing in files that were kept before it was. */
  readonly bases?: readonly VerdictBasis[];
  readonly results: readonly ExaminedCheck[];
}

/** What examines a file as a run does. */
export interface Examination {
  readonly checks: readonly AnyCheck[];
  /** Undefined: what checks need decoded beside the file is missing. */
  readonly extractor: MediaExtractor | undefined;
}

const temporaryFolders = createTemporaryFolders(path.join(tmpdir(), 'assay-evaluation'));

/** Decodes what the checks need, and runs them. */
export function examine(
  { bytes, place, enrichment = {}, ...known }: EvaluationCase,
  { checks, extractor }: Examination,
): Promise<ExaminedFile> {
  return temporaryFolders.with(async (folder) => {
    const file = { path: path.join(folder, 'subject'), mimeType: known.mimeType, enrichment };
    await writeFile(file.path, bytes);
    const beside = extractor === undefined ? {} : await besideOf(file, { checks, extractor });
    const results = await runChecks(checks, createSubject({ ...file, bytes, claims: {}, beside }));
    const condition = findCondition(results);
    return {
      ...known,
      condition,
      bases: listBases(results),
      results: await Promise.all(results.map((result) => withoutDetails(result, place))),
    };
  });
}

function besideOf(
  { path: subject, ...known }: Pick<Subject, 'path' | 'mimeType' | 'enrichment'>,
  { checks, extractor }: Examination & { readonly extractor: MediaExtractor },
): ReturnType<typeof extractBeside> {
  const files = [{ id: '', name: '', ...known }];
  const job = {
    checks: checks.map(({ slug }) => slug),
    withPreview: false,
    paths: [subject],
    files,
    claims: {},
  };
  return extractBeside(extractor, job, { signal: new AbortController().signal });
}

async function withoutDetails(result: CheckResult, place: ChangedPlace | null): Promise<ExaminedCheck> {
  const marks = place === null ? null : await marksOf(result, place);
  return { ...result, facts: {}, parameters: {}, limits: [], artifacts: [], locations: [], marks };
}

/** Examines one file after the other. */
export async function examineAll(
  cases: AsyncIterable<EvaluationCase> | Iterable<EvaluationCase>,
  examination: Examination,
): Promise<ExaminedFile[]> {
  const files: ExaminedFile[] = [];
  for await (const one of cases) files.push(await examine(one, examination));
  return files;
}
