import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The collection of test media next to the project. Tests that need it are skipped where it is missing. */
export const sharedMediaFolder = fileURLToPath(new URL('../../../../../../shared/media/', import.meta.url));

const extensions = { audio: /\.(?:mp3|wav|flac)$/u, video: /\.(?:mp4|mov)$/u } as const;

/** Lists the recordings of one kind in the order of their names; none where the collection is missing. */
export function sharedRecordings(kind: keyof typeof extensions): readonly string[] {
  return listFiles('av', extensions[kind]);
}

/** Lists broken and malicious recordings. */
export function hostileRecordings(): readonly string[] {
  return listFiles('hostile', /\.(?:mp4|mp3|wav)$/u);
}

function listFiles(name: string, pattern: RegExp): readonly string[] {
  const folder = join(sharedMediaFolder, name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => pattern.test(file))
    .toSorted()
    .map((file) => join(folder, file));
}

if (!existsSync(sharedMediaFolder))
  console.warn('no shared/media next to the project: tests on real recordings are skipped');
