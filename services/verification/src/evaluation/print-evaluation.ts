import path from 'node:path';
import { parseArgs } from 'node:util';
import { keepLines, readLines, replaceSource } from '../checks/calibration/kept-lines.ts';
import { loadChecks } from '../checks/registry.ts';
import { imageAuthenticity } from '../domain/pipeline/definitions/image-authenticity.ts';
import { checksOf } from '../domain/pipeline/pipeline.ts';
import { evaluateFiles, evaluateScene } from './evaluate.ts';
import type { Judgement } from './judge.ts';
import { printFigures } from './print-figures.ts';
import { publishedModule, publishedFigures } from './publish.ts';
import { heldOutScenes } from './scenes.ts';
import type { Scene } from './scenes.ts';

const usage = `usage: npm run evaluate -- <folder of photographs>… [--labels labels.csv] [--judged file.jsonl] [--part 1/2] [--publish]
  Takes the photographs of sources the calibration left out, judges innocent versions and forgeries of each, and says how often the
  verdicts are right, counted in scenes.
  --judged   keeps each judged file there as a line, and takes it from there the next time; without folders it is only counted
  --part     judges only every nth scene, so that several processes share the work
  --labelled judges the files of another folder as they are, such as generated or signed pictures
  --publish  writes the figures that reports state`;
const table = path.resolve(
  import.meta.dirname,
  '../domain/pipeline/definitions/image-authenticity-evaluation.ts',
);

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    labels: { type: 'string' },
    judged: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    labelled: { type: 'string', multiple: true, default: [] },
    publish: { type: 'boolean', default: false },
  },
});
/** Judged by this process, where they are kept nowhere else. */
const fresh: Judgement[] = [];

if (folders.length === 0 && options.judged === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  await judgeHeldOut();
  const judgements = options.judged === undefined ? fresh : await readLines<Judgement>(options.judged);
  printFigures(judgements);
  if (options.publish) await replaceSource(table, publishedModule(publishedFigures(judgements)));
}

async function judgeHeldOut(): Promise<void> {
  const kept = options.judged === undefined ? [] : await readLines<Judgement>(options.judged);
  const known = new Set(kept.map(({ scene }) => scene));
  const checks = await loadChecks(checksOf(imageAuthenticity));
  const read = await Promise.all(folders.map((folder) => heldOutScenes(folder, options.labels ?? null)));
  const scenes = read.flat();
  const [part = 1, parts = 1] = options.part.split('/').map(Number);
  for (const [index, scene] of scenes.entries()) {
    if (index % parts !== part - 1 || known.has(scene.name)) continue;
    const donor = scenes[(index + 1) % scenes.length] ?? scene;
    await keep(await judged(scene, donor));
    process.stderr.write(`${String(index + 1)} of ${String(scenes.length)} scenes\n`);
  }
  for (const folder of options.labelled) {
    for await (const judgement of evaluateFiles(path.resolve(folder), checks)) await keep([judgement]);
  }

  async function judged(scene: Scene, donor: Scene): Promise<Judgement[]> {
    const all: Judgement[] = [];
    for await (const one of evaluateScene(scene, donor, { checks, withForgeries: true })) all.push(one);
    return all;
  }
}

/** All judgements of a scene in one write, so that what is interrupted leaves no scene half judged. */
async function keep(judgements: readonly Judgement[]): Promise<void> {
  if (options.judged === undefined) fresh.push(...judgements);
  else await keepLines(options.judged, judgements);
  for (const { scene, group, change, verdict, statement } of judgements) {
    if (change === null && verdict !== 'unverified') {
      process.stderr.write(`${group}, ${scene}: ${verdict}. ${statement}\n`);
    }
  }
}
