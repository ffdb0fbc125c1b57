import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { projectRoot } from '@assay/local/config';
import { findSharedMedia } from '@assay/test-kit/fixtures';

/** A file of the media collection, with what is known of it. */
export interface MediaFile {
  /** Inside the collection. */
  readonly path: string;
  /** What it is a sample of, such as `camera-original`, `pdf` or `hostile:fuzzed`. */
  readonly kind: string;
  /** Of photographs make and model. */
  readonly note: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Every file of the collection beside the project; none where it is absent. */
export function mediaFiles(): readonly MediaFile[] {
  const own = rowsOf('labels.csv').map(([path = '', kind = '', , note = '', sha256 = '', bytes]) => ({
    path,
    kind,
    note,
    sha256,
    bytes: Number(bytes),
  }));
  const innocent = rowsOf('innocent/labels.csv').map((row) => ({
    path: `innocent/${row[0] ?? ''}`,
    kind: 'innocent',
    note: '',
    sha256: row[3] ?? '',
    bytes: Number(row.at(-1)),
  }));
  return [...own, ...innocent];
}

const casesFolder = join(projectRoot, 'test/cases');

/** Lists the small files of the project whose right values are known, but for tables, which are no uploads. */
export function caseFiles(): readonly MediaFile[] {
  const names = readdirSync(casesFolder).filter((name) => /^\d.*(?<!\.csv)$/u.test(name));
  return names.map((name) => {
    const bytes = readFileSync(join(casesFolder, name));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { path: `cases/${name}`, kind: 'case', note: '', sha256, bytes: bytes.byteLength };
  });
}

/** Returns where a file lies on this machine. */
export function locate({ path, kind }: MediaFile): string {
  return kind === 'case' ? join(projectRoot, 'test', path) : (findSharedMedia(path) ?? '');
}

export const isHostile = ({ kind }: MediaFile): boolean => kind.startsWith('hostile:');

/** The rows of a table behind its head; no cell of these holds a line break. */
function rowsOf(name: string): readonly string[][] {
  const path = findSharedMedia(name);
  if (path === undefined) return [];
  const lines = readFileSync(path, 'utf8').trim().split(/\r?\n/u).slice(1);
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(([, quoted, plain = '']) =>
      quoted === undefined ? plain : quoted.replaceAll('""', '"'),
    ),
  );
}

const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.bmp': 'image/bmp',
  '.avif': 'image/avif',
  '.heic': 'image/heic',
  '.heif': 'image/heic',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.txt': 'text/plain',
  '.webm': 'video/webm',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** The type that somebody who goes by the name of a file declares. */
export function declaredType({ path }: Pick<MediaFile, 'path'>): string {
  return types[extname(path).toLowerCase()] ?? 'application/octet-stream';
}
