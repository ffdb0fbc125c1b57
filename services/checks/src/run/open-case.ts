import { readFile } from 'node:fs/promises';
import type { Case, CaseFile, JsonObject, Subject } from '../check/check.ts';
import { createSubject, UnreadableFileError } from './run-checks.ts';

/** A file that a case names. */
export interface NamedFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly enrichment: JsonObject;
}

/** Files and claims that are examined together. */
interface Given {
  /** In the order of the start. */
  readonly files: readonly NamedFile[];
  /** Where each of the files lies; null where no more is looked at than its enrichment. */
  readonly paths: readonly (string | null)[];
  /** The decoded parts of the first file. */
  readonly beside: NonNullable<Subject['beside']>;
  readonly claims: JsonObject;
}

/**
 * What the checks of a stage examine. The only file of a run is read once and remembered with what was decoded of it; of several
 * files each is read anew whenever it is opened, so that no more than one of them is in memory.
 */
export function openCase({ files, paths, beside, claims }: Given): Case {
  const opened = files.map((file, index) => {
    const decoded = index === 0 ? { beside } : {};
    return toCaseFile({ ...file, ...decoded, path: paths[index] ?? null }, claims);
  });
  return { files: opened.length === 1 ? opened.map(remembering) : opened, claims };
}

function toCaseFile(
  { id, name, ...file }: NamedFile & Pick<Subject, 'beside'> & { readonly path: string | null },
  claims: Case['claims'],
): CaseFile {
  const open = async (): Promise<Subject | null> => {
    const { path } = file;
    if (path === null) return null;
    const bytes = await readFile(path).catch((cause: unknown) => {
      throw new UnreadableFileError('a file of the run cannot be read', { cause });
    });
    return createSubject({ ...file, path, claims, bytes });
  };
  return { id, name, mimeType: file.mimeType, enrichment: file.enrichment, open };
}

function remembering(file: CaseFile): CaseFile {
  let opened: Promise<Subject | null> | undefined;
  return { ...file, open: () => (opened ??= file.open()) };
}
