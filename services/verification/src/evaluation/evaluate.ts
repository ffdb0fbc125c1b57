import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Check } from '../checks/check.ts';
import { forgedCases, innocentCases } from './corpus.ts';
import type { EvaluationCase } from './corpus.ts';
import { judge } from './judge.ts';
import type { Judgement } from './judge.ts';
import { scenesOf } from './scenes.ts';

export interface Evaluation {
  readonly checks: readonly Check[];
  /** Take every nth file; 1 takes all. */
  readonly every?: number;
}

export interface SceneEvaluation extends Evaluation {
  /** A folder of photographs nobody altered, from cameras the calibration never saw. */
  readonly photographs: string;
  /** Whether forgeries are made and judged as well. */
  readonly withForgeries: boolean;
}

/** Judges what is made of each photograph: innocent versions, and forgeries with a neighbour as the donor. */
export async function* evaluateScenes(evaluation: SceneEvaluation): AsyncGenerator<Judgement> {
  const { photographs, checks, every = 1, withForgeries } = evaluation;
  const scenes = await scenesOf(photographs, every);
  for (const [index, scene] of scenes.entries()) {
    const bytes = await readFile(scene.path);
    yield* judgeAll(innocentCases(scene, bytes), checks);
    const donor = scenes[(index + 1) % scenes.length];
    if (withForgeries && donor !== undefined) yield* judgeAll(forgedCases(scene, donor), checks);
  }
}

/** Judges the files of a folder as they are; each is a scene of its own. */
export async function* evaluateFiles(
  folder: string,
  { checks, every = 1 }: Evaluation,
): AsyncGenerator<Judgement> {
  const names = (await readdir(folder)).sort().filter((_name, index) => index % every === 0);
  for (const name of names) {
    const mimeType = mimeTypes[path.extname(name).toLowerCase()];
    if (mimeType === undefined) continue;
    const bytes = await readFile(path.join(folder, name));
    const group = path.basename(folder);
    const unknown = { change: null, isLaundered: false, mask: null } as const;
    yield await judge({ ...unknown, scene: name, group, mimeType, bytes }, checks);
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
