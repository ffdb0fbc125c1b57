import path from 'node:path';
import { parseArgs } from 'node:util';
import type { AnyCheck } from '../checks/check.ts';
import { replaceSource } from '../checks/calibration/kept-lines.ts';
import { loadChecks } from '../checks/registry.ts';
import { imageAuthenticity } from '../domain/pipeline/definitions/image-authenticity.ts';
import { checksOf } from '../domain/pipeline/pipeline.ts';
import { examineFiles, examineForged, examineInnocent } from './evaluate.ts';
import { openExaminedFiles } from './examined-files.ts';
import { judge } from './judge.ts';
import type { ExaminedFile } from './judge.ts';
import { printFigures, printSecondRun } from './print-figures.ts';
import { publishedModule, publishedFigures } from './publish.ts';
import { heldOutScenes } from './scenes.ts';
import type { Scene } from './scenes.ts';
import { compareRuns } from './second-run.ts';

const usage = `usage: npm run evaluate -- <folder of photographs>… [--labels labels.csv] [--examined file.jsonl] [--renew check] [--part 1/2] [--again 5] [--publish]
  Takes the photographs of sources the calibration left out, examines innocent versions and forgeries of each, judges them, and says how
  often the verdicts are right, counted in scenes.
  --examined keeps there what each check said of each file, and takes it from there the next time; only checks that are not kept
             run. Without folders the kept files are judged anew
  --renew    runs this check again although it is kept; may be given several times
  --part     examines only every nth scene, so that several processes share the work
  --again    examines this many scenes a second time with every check, and says whether the verdicts are the same
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
    examined: { type: 'string' },
    renew: { type: 'string', multiple: true, default: [] },
    part: { type: 'string', default: '1/1' },
    again: { type: 'string', default: '0' },
    labelled: { type: 'string', multiple: true, default: [] },
    publish: { type: 'boolean', default: false },
  },
});

if (folders.length === 0 && options.examined === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  const examined = await openExaminedFiles(options.examined ?? null);
  const planned = checksOf(imageAuthenticity);
  const checks = await loadChecks(planned);
  const read = await Promise.all(folders.map((folder) => heldOutScenes(folder, options.labels ?? null)));
  const scenes = read.flat();
  const [part = 1, parts = 1] = options.part.split('/').map(Number);
  for (const [index, { name }] of scenes.entries()) {
    const missing = checks.filter(isMissing(examined.checksOf(name)));
    if (index % parts !== part - 1 || missing.length === 0) continue;
    await examined.add(await examineScene(scenes, index, missing));
    process.stderr.write(`${String(index + 1)} of ${String(scenes.length)} scenes\n`);
  }
  for (const folder of options.labelled) {
    await examined.add(await Array.fromAsync(examineFiles(path.resolve(folder), checks)));
  }
  const files = examined.all().map(withChecksOf(planned));
  const complete = files.filter(({ results }) => results.length === planned.length);
  if (complete.length < files.length) {
    const missing = String(files.length - complete.length);
    process.stderr.write(
      `${missing} of ${String(files.length)} kept files were not examined by every check and are left out\n`,
    );
  }
  const judgements = complete.map(judge);
  for (const { scene, group, change, verdict, statement } of judgements) {
    if (change !== null || verdict === 'unverified') continue;
    process.stderr.write(`${group}, ${scene}: ${verdict}. ${statement}\n`);
  }
  printFigures(judgements);
  for (const index of evenly(scenes.length, Number(options.again))) {
    const second = (await examineScene(scenes, index, checks)).map(judge);
    printSecondRun(scenes[index]?.name ?? '', compareRuns(judgements, second));
  }
  if (options.publish) await replaceSource(table, publishedModule(publishedFigures(judgements)));
}

/** Everything made of a scene, with the next one as the donor of what is inserted. */
async function examineScene(
  scenes: readonly Scene[],
  index: number,
  checks: readonly AnyCheck[],
): Promise<ExaminedFile[]> {
  const [scene, donor] = [scenes[index], scenes[(index + 1) % scenes.length]];
  if (scene === undefined || donor === undefined) return [];
  const innocent = await Array.fromAsync(examineInnocent(scene, checks));
  return [...innocent, ...(await Array.fromAsync(examineForged(scene, donor, checks)))];
}

/** So many places of a list, spread over it. */
function evenly(length: number, count: number): number[] {
  const taken = Math.min(length, count);
  return Array.from({ length: taken }, (_, nth) => Math.floor((nth * length) / taken));
}

function isMissing(kept: readonly string[]): (check: Pick<AnyCheck, 'slug'>) => boolean {
  return ({ slug }) => !kept.includes(slug) || options.renew.includes(slug);
}

/** Without the results of checks that are no longer part of the pipeline. */
function withChecksOf(slugs: readonly string[]): (file: ExaminedFile) => ExaminedFile {
  return (file) => ({ ...file, results: file.results.filter(({ check }) => slugs.includes(check)) });
}
