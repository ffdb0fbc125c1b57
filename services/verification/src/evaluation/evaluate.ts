import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Check } from '../checks/check.ts';
import { forgedCases, innocentCases } from './corpus.ts';
import type { EvaluationCase } from './corpus.ts';
import { judge } from './judge.ts';
import type { Judgement } from './judge.ts';
import type { Scene } from './scenes.ts';

export interface SceneEvaluation {
  readonly checks: readonly Check[];
  readonly withForgeries: boolean;
}

/** Judges what is made of a photograph: innocent versions, and forgeries with another photograph as the donor. */
export async function* evaluateScene(
  scene: Scene,
  donor: Scene,
  { checks, withForgeries }: SceneEvaluation,
): AsyncGenerator<Judgement> {
  yield* judgeAll(innocentCases(scene, await readFile(scene.path)), checks);
  if (withForgeries) yield* judgeAll(forgedCases(scene, donor), checks);
}

/** Judges the files of a folder as they are; each is a scene and a source of its own. */
export async function* evaluateFiles(folder: string, checks: readonly Check[]): AsyncGenerator<Judgement> {
  const group = path.basename(folder);
  for (const name of (await readdir(folder)).sort()) {
    const mimeType = mimeTypes[path.extname(name).toLowerCase()];
    if (mimeType === undefined) continue;
    const bytes = await readFile(path.join(folder, name));
    const unknown = { change: null, isLaundered: false, mask: null } as const;
    yield await judge({ ...unknown, scene: name, source: name, group, mimeType, bytes }, checks);
  }
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.heic': 'image/heic',
  '.heif': 'image/heic',
};

async function* judgeAll(
  cases: AsyncGenerator<EvaluationCase>,
  checks: readonly Check[],
): AsyncGenerator<Judgement> {
  for await (const one of cases) yield await judge(one, checks);
}
