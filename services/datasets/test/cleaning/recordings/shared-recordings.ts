import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The collection of test media next to the project. Tests that need it are skipped where it is missing. */
export const sharedMediaFolder = fileURLToPath(new URL('../../../../../../shared/media/', import.meta.url));

const extensions = { audio: /\.(?:mp3|wav|flac)$/u, video: /\.(?:mp4|mov)$/u } as const;

/** Lists the recordings of one kind in the order of their names; none where the collection is missing. */
export function sharedRecordings(kind: keyof typeof extensions): readonly string[] {
  const folder = join(sharedMediaFolder, 'av');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => extensions[kind].test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

if (!existsSync(sharedMediaFolder))
  console.warn('no shared/media next to the project: tests on real recordings are skipped');
