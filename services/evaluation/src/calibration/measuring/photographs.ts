import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';

/** An image of which nothing was made yet. Images of one scene count as one. */
export interface Photograph {
  readonly path: string;
  readonly name: string;
  readonly scene: string;
  /** Camera or collection; what comes from one source is never both fitted on and judged. */
  readonly source: string;
}

const pictureTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.webp': 'image/webp',
};
export const pictureExtensions: readonly string[] = Object.keys(pictureTypes);

/** The type of an image by its name. */
export function pictureTypeOf(path: string): string {
  return pictureTypes[extname(path).toLowerCase()] ?? 'image/jpeg';
}

/**
 * The photographs of a folder, by name, or what else has one of these extensions. `labels` is a CSV file with the columns `file`, `scene group id` and
 * `camera make/model`; an image it does not list is a scene of its own, and its source the name without the number.
 */
export async function readPhotographs(
  folder: string,
  labels: string | null,
  extensions: readonly string[] = pictureExtensions,
): Promise<Photograph[]> {
  const rows = labels === null ? [] : parseCsv(await readFile(labels, 'utf8'));
  const labelled = new Map(rows.map((row) => [row['file'] ?? row['path'] ?? '', row]));
  const names = (await readdir(folder)).filter((name) => extensions.includes(extname(name).toLowerCase()));
  return names.sort().map((name) => {
    const row = labelled.get(name);
    // eslint-disable-next-line regexp/no-super-linear-move -- The text is a file name of the operator.
    const collection = basename(name, extname(name)).replace(/[_\d]+$/u, '');
    return {
      path: join(folder, name),
      name,
      scene: row?.['scene group id'] ?? name,
      source: nonEmpty(row?.['camera make/model']) ?? collection,
    };
  });
}

/** How the label of a source begins that was collected after all calibrations, to judge them by. */
const forEvaluation = 'for evaluation: ';
/** The start of the label of a source that was collected for a calibration and that no evaluation judges. */
const forCalibration = 'for calibration: ';
/** How the label of a source begins whose files a generator made. */
const generated = 'generated: ';

/** True if a generator made the files of this source, so that none of them is a pristine one. */
export function isGenerated(source: string): boolean {
  return source.startsWith(generated);
}

/**
 * Whether everything of this source is kept for the evaluation, as two in five sources are, and those that were collected
 * for it or generated: the calibration takes none of it, and the evaluation nothing else. A source that was collected for the calibration is never kept. However a camera's name is spelt, it is the same source.
 */
export function isHeldOut(source: string): boolean {
  if (source.startsWith(forEvaluation) || isGenerated(source)) return true;
  if (source.startsWith(forCalibration)) return false;
  const words = new Set(source.toLowerCase().match(/[a-z]+|[0-9]+/gu) ?? []);
  const digest = createHash('sha256')
    .update([...words].toSorted().join(' '))
    .digest();
  return digest.readUInt32BE() % 5 < 2;
}

/** Labels a source as collected for the calibration. */
export function labelForCalibration(source: string): string {
  return `${forCalibration}${source}`;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** Rows by column name; fields may be quoted (RFC 4180), but not contain line breaks. */
export function parseCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = text.trim().split(/\r?\n/u).map(fieldsOf);
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
}

function fieldsOf(line: string): string[] {
  const fields = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu);
  return [...fields].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
