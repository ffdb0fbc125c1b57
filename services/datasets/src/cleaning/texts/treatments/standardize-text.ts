import { isText } from '../reading/file-types.ts';
import type { FileResult, SourceFile, Treatment } from '../../treatment.ts';
import { finishMeasure } from '../similarity/measure-text.ts';
import type { TextMeasure } from '../similarity/measure-text.ts';
import type { TextSurvey } from '../reading/survey-text.ts';
import { createOutputWriter } from './output-writer.ts';
import type { OutputWriter } from './output-writer.ts';
import { removeUndecodable, withJobs } from './run-job.ts';
import { runPieces } from './run-pieces.ts';
import type { RunTextJob, TextPool } from './run-job.ts';

/** The steps of `text-standard` that concern one file, in their order. */
export const standardSteps = [
  { name: 'utf-8', description: 'Converts the text to UTF-8 without byte order mark.' },
  { name: 'control-characters', description: 'Removes control characters, except tabs and line ends.' },
  {
    name: 'line-ends',
    description: 'Ends each line with a line feed. Other separators in records of JSON and CSV stay.',
  },
  {
    name: 'zero-width',
    description:
      'Removes characters without width, except joiners and direction controls that the script of the text needs.',
  },
  { name: 'nfc', description: 'Brings characters into the composed form NFC of Unicode.' },
] as const;

const empty: FileResult = { outcome: 'removed', reason: 'empty', explanation: 'The file has no text.' };

/** Brings a text file into the standard form. A file that is in it keeps its bytes; files of other types pass unchanged. */
export function createStandardizeText(pool: TextPool): Treatment {
  return (file, signal) => {
    if (!isText(file.type)) return Promise.resolve({ outcome: 'unchanged', skipped: 'not_text' });
    if (file.sizeBytes === 0) return Promise.resolve(empty);
    const { sizeBytes } = file;
    return withJobs({ pool, signal, sizeBytes }, (run) => standardize(run, file), removeUndecodable);
  };
}

async function standardize(run: RunTextJob, file: SourceFile): Promise<FileResult> {
  const writer = createOutputWriter(file);
  try {
    const { path, name } = file;
    const survey = await run('survey', { path, withPlaceholders: false, name });
    const { measure, steps } = await standardizePieces(run, { file, survey, writer });
    const output = await writer.finish();
    const features = finishMeasure(measure, survey.language);
    if (features.signature === '') {
      await writer.discard();
      return empty;
    }
    if (output === undefined) return { outcome: 'unchanged', features };
    const applied = standardSteps.map(({ name }) => name).filter((name) => steps.has(name));
    return { outcome: 'changed', output, steps: applied, features };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

interface Work {
  readonly file: SourceFile;
  readonly survey: TextSurvey;
  readonly writer: OutputWriter;
}

async function standardizePieces(
  run: RunTextJob,
  { file, survey: { encoding, records }, writer }: Work,
): Promise<{ readonly measure: TextMeasure; readonly steps: ReadonlySet<string> }> {
  const steps = new Set<string>();
  const measure = await runPieces(
    (place) => run('standardizePiece', { path: file.path, encoding, records, ...place }),
    async (piece) => {
      if (piece.content === undefined) await writer.keep(piece.sizeBytes);
      else await writer.add(piece.content, piece.sizeBytes);
      for (const step of piece.steps) steps.add(step);
    },
  );
  return { measure, steps };
}
