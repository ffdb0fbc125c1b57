import { readFile } from 'node:fs/promises';
import type { Case, CaseFile, Subject } from '../checks/check.ts';
import { createSubject, UnreadableFileError } from '../checks/run-checks.ts';
import type { JobFile, StageJob } from './stage-job.ts';

/**
 * What the checks of a stage examine. The only file of a run is read once and remembered with what was decoded of it; of several
 * files each is read anew whenever it is opened, so that no more than one of them is in memory.
 */
export function openCase({ files, paths, claims }: Pick<StageJob, 'files' | 'paths' | 'claims'>): Case {
  const opened = files.map((file, index) => toCaseFile({ ...file, path: paths[index] ?? null }, claims));
  return { files: opened.length === 1 ? opened.map(remembering) : opened, claims };
}

function toCaseFile(
  { id, name, path, mimeType, enrichment }: JobFile & { readonly path: string | null },
  claims: Case['claims'],
): CaseFile {
  const open = async (): Promise<Subject | null> => {
    if (path === null) return null;
    const bytes = await readFile(path).catch((cause: unknown) => {
      throw new UnreadableFileError('a file of the run cannot be read', { cause });
    });
    return createSubject({ path, mimeType, enrichment, claims, bytes });
  };
  return { id, name, mimeType, enrichment, open };
}

function remembering(file: CaseFile): CaseFile {
  let opened: Promise<Subject | null> | undefined;
  return { ...file, open: () => (opened ??= file.open()) };
}
