import { isDocument, isText } from '../reading/file-types.ts';
import type { FileResult, SourceFile, Treatment } from '../../treatment.ts';
import { finishMeasure } from '../similarity/measure-text.ts';
import type { TextFeatures } from '../text-features.ts';
import { keepUnreadable, withJobs } from './run-job.ts';
import type { RunTextJob, TextPool } from './run-job.ts';
import { runPieces } from './run-pieces.ts';

/** Reads the features of a text file, or of the text of a document. The file passes unchanged. */
export function createReadFeatures(pool: TextPool): Treatment {
  return (file, signal) =>
    withJobs({ pool, signal, sizeBytes: file.sizeBytes }, (run) => readFeatures(run, file), keepUnreadable);
}

async function readFeatures(run: RunTextJob, file: SourceFile): Promise<FileResult> {
  if (isDocument(file.type)) {
    const extracted = await run('extract', { path: file.path, type: file.type });
    if (extracted.state !== 'text') return { outcome: 'unchanged', skipped: extracted.state };
    return { outcome: 'unchanged', features: finishMeasure(extracted.measure, extracted.language) };
  }
  if (!isText(file.type)) return { outcome: 'unchanged', skipped: 'not_text' };
  if (file.sizeBytes === 0) return { outcome: 'unchanged', skipped: 'no_text' };
  const { features } = keepFeatures(await measureText(run, file));
  return features === undefined
    ? { outcome: 'unchanged', skipped: 'no_text' }
    : { outcome: 'unchanged', features };
}

/** Reads the features of a text file. */
export async function measureText(
  run: RunTextJob,
  { path, name }: Pick<SourceFile, 'path' | 'name'>,
): Promise<TextFeatures> {
  const { encoding, language, records } = await run('survey', { path, withPlaceholders: false, name });
  const measure = await runPieces((place) => run('measurePiece', { path, encoding, records, ...place }));
  return finishMeasure(measure, language);
}

/** The features of a blank text say nothing, so that it has none. */
export function keepFeatures(features: TextFeatures): { readonly features?: TextFeatures } {
  return features.signature === '' ? {} : { features };
}
