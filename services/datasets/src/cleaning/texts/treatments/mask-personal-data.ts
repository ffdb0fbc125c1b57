import { isText } from '../reading/file-types.ts';
import type { FileResult, SourceFile, Treatment } from '../../treatment.ts';
import { createPlaceholderNumbers } from '../personal-data/placeholders.ts';
import type { PersonalData, PlaceholderNumbers } from '../personal-data/placeholders.ts';
import { rowStart } from '../records/table-layout.ts';
import { finishMeasure } from '../similarity/measure-text.ts';
import type { TextFeatures } from '../text-features.ts';
import type { TextSurvey } from '../reading/survey-text.ts';
import { createOutputWriter } from './output-writer.ts';
import type { OutputWriter } from './output-writer.ts';
import { keepFeatures, measureText } from './read-features.ts';
import { removeUnreadable, withJobs } from './run-job.ts';
import type { RunTextJob, TextPool } from './run-job.ts';
import { runPieces } from './run-pieces.ts';

/** The step of `text-pii-mask`. */
export const maskStep = {
  name: 'mask-personal-data',
  description:
    'Replaces e-mail addresses, telephone numbers, IBANs, card numbers, IP addresses and credentials in links by numbered placeholders. Equal values in a file have equal placeholders.',
} as const;

/** Masks the personal data of a text file. A file without personal data keeps its bytes; a masked one is UTF-8. */
export function createMaskPersonalData(pool: TextPool): Treatment {
  return (file, signal) => {
    if (!isText(file.type)) return Promise.resolve({ outcome: 'unchanged', skipped: 'not_text' });
    if (file.sizeBytes === 0) return Promise.resolve({ outcome: 'unchanged', skipped: 'no_text' });
    const { sizeBytes } = file;
    return withJobs({ pool, signal, sizeBytes }, (run) => mask(run, file), removeUnreadable);
  };
}

async function mask(run: RunTextJob, file: SourceFile): Promise<FileResult> {
  const writer = createOutputWriter(file);
  try {
    const survey = await run('survey', {
      path: file.path,
      withPlaceholders: true,
      name: file.name,
    });
    const { isMasked, features } = await maskPieces(run, { file, survey, writer });
    const output = await writer.finish();
    if (!isMasked || output === undefined) {
      await writer.discard();
      return { outcome: 'unchanged', ...keepFeatures(features) };
    }
    const masked = await measureText(run, { path: output.path, name: file.name });
    return { outcome: 'changed', output, steps: [maskStep.name], features: masked };
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

async function maskPieces(
  run: RunTextJob,
  { file, survey, writer }: Work,
): Promise<{ readonly isMasked: boolean; readonly features: TextFeatures }> {
  const { encoding, language, records, placeholders } = survey;
  const numbers = createPlaceholderNumbers(placeholders);
  let isMasked = false;
  let rowPlace = rowStart;
  const measure = await runPieces(
    (place) => run('findInPiece', { path: file.path, encoding, language, records, rowPlace, ...place }),
    async ({ content, found, sizeBytes, rowPlace: next }) => {
      rowPlace = next;
      isMasked ||= found.length > 0;
      if (content === undefined) await writer.keep(sizeBytes);
      else await writer.add(replaceValues(content, found, numbers), sizeBytes);
    },
  );
  return { isMasked, features: finishMeasure(measure, language) };
}

function replaceValues(content: Buffer, found: readonly PersonalData[], numbers: PlaceholderNumbers): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { kind, value, start, end, isJsonNumber } of found) {
    const name = numbers.name(kind, value);
    parts.push(content.subarray(at, start), Buffer.from(isJsonNumber === true ? `"${name}"` : name));
    at = end;
  }
  return Buffer.concat([...parts, content.subarray(at)]);
}
