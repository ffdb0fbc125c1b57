import { writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import { isDocument, isText } from '../reading/file-types.ts';
import type { FileResult, SourceFile, Treatment } from '../../treatment.ts';
import { finishMeasure } from '../similarity/measure-text.ts';
import { keepFeatures, measureText } from './read-features.ts';
import { removeUndecodable, withJobs } from './run-job.ts';
import type { RunTextJob, TextPool } from './run-job.ts';

/** The step of `document-text`. */
export const extractStep = {
  name: 'extract-text',
  description:
    'Writes the text of PDF and Word documents as a text file. Scans without text and encrypted documents pass unchanged and are counted.',
} as const;

/** Makes a text file of a document. Text files pass unchanged, as do documents without text that can be used. */
export function createExtractText(pool: TextPool): Treatment {
  return (file, signal) =>
    withJobs({ pool, signal, sizeBytes: file.sizeBytes }, (run) => extract(run, file), removeUndecodable);
}

async function extract(run: RunTextJob, file: SourceFile): Promise<FileResult> {
  if (!isDocument(file.type)) {
    if (!isText(file.type) || file.sizeBytes === 0) return { outcome: 'unchanged', skipped: 'not_document' };
    return { outcome: 'unchanged', ...keepFeatures(await measureText(run, file)) };
  }
  const extracted = await run('extract', { path: file.path, type: file.type });
  if (extracted.state !== 'text') return { outcome: 'unchanged', skipped: extracted.state };
  const { content, measure, language } = extracted;
  const path = join(file.outputFolder, 'output.txt');
  await writeFile(path, content);
  const output = {
    path,
    name: `${file.name.slice(0, file.name.length - extname(file.name).length)}.txt`,
    type: 'text/plain',
    sizeBytes: content.byteLength,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  return {
    outcome: 'changed',
    output,
    steps: [extractStep.name],
    features: finishMeasure(measure, language),
  };
}
