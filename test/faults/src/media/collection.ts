import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
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
    ...{ path, kind, note, sha256, bytes: Number(bytes) },
  }));
  const innocent = rowsOf('innocent/labels.csv').map((row) => ({
    ...{ path: `innocent/${row[0] ?? ''}`, kind: 'innocent', note: '' },
    ...{ sha256: row[3] ?? '', bytes: Number(row.at(-1)) },
  }));
  return [...own, ...innocent];
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
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** The type that somebody who goes by the name of a file declares. */
export function declaredType({ path }: Pick<MediaFile, 'path'>): string {
  return types[extname(path).toLowerCase()] ?? 'application/octet-stream';
}
