import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EvaluationCase } from './evaluation-case.ts';

/** The files of a folder as they are; each is a scene and a source of its own. */
export async function* labelledFiles(folder: string): AsyncGenerator<EvaluationCase> {
  const group = path.basename(folder);
  for (const name of (await readdir(folder)).sort()) {
    const mimeType = mimeTypes[path.extname(name).toLowerCase()];
    if (mimeType === undefined) continue;
    const bytes = await readFile(path.join(folder, name));
    const unknown = { change: null, isLaundered: false, isLabelled: true, place: null } as const;
    yield { ...unknown, scene: name, source: name, group, mimeType, bytes };
  }
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.heic': 'image/heic',
  '.heif': 'image/heic',
};
