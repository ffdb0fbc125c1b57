import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnyCheck } from '../checks/check.ts';
import { forgedCases, innocentCases } from './corpus.ts';
import type { EvaluationCase } from './corpus.ts';
import { examine } from './judge.ts';
import type { ExaminedFile } from './judge.ts';
import type { Scene } from './scenes.ts';

/** Examines the innocent versions of a photograph. */
export async function* examineInnocent(
  scene: Scene,
  checks: readonly AnyCheck[],
): AsyncGenerator<ExaminedFile> {
  yield* examineAll(innocentCases(scene, await readFile(scene.path)), checks);
}

/** Examines the forgeries made of a photograph, with another one as the donor. */
export async function* examineForged(
  scene: Scene,
  donor: Scene,
  checks: readonly AnyCheck[],
): AsyncGenerator<ExaminedFile> {
  yield* examineAll(forgedCases(scene, donor), checks);
}

/** Examines the files of a folder as they are; each is a scene and a source of its own. */
export async function* examineFiles(
  folder: string,
  checks: readonly AnyCheck[],
): AsyncGenerator<ExaminedFile> {
  const group = path.basename(folder);
  for (const name of (await readdir(folder)).sort()) {
    const mimeType = mimeTypes[path.extname(name).toLowerCase()];
    if (mimeType === undefined) continue;
    const bytes = await readFile(path.join(folder, name));
    const unknown = { change: null, isLaundered: false, mask: null } as const;
    yield await examine({ ...unknown, scene: name, source: name, group, mimeType, bytes }, checks);
  }
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.heic': 'image/heic',
  '.heif': 'image/heic',
};

async function* examineAll(
  cases: AsyncGenerator<EvaluationCase>,
  checks: readonly AnyCheck[],
): AsyncGenerator<ExaminedFile> {
  for await (const one of cases) yield await examine(one, checks);
}
