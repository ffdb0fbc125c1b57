import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadChecks } from '../checks/registry.ts';
import { imageAuthenticity } from '../domain/pipeline/definitions/image-authenticity.ts';
import { checksOf } from '../domain/pipeline/pipeline.ts';
import { prior } from '../domain/fusion/prior.ts';
import { evaluateFiles, evaluateScenes } from './evaluate.ts';
import type { Judgement } from './judge.ts';
import { calibrationError, costOfRatios, shareOfScenes, tallyGroups, verdictOrder } from './tally.ts';
import type { Share } from './tally.ts';

const usage = `usage: npm run evaluate -- <folder of photographs> [--every N] [--labelled <folder>]…
  Judges each photograph, innocent versions and forgeries of it, and says how often the verdicts are right, counted in scenes.
  --labelled judges the files of another folder as they are, such as generated or signed pictures.
  --every takes every Nth file.`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    labelled: { type: 'string', multiple: true, default: [] },
  },
});
const [photographs] = positionals;
if (photographs === undefined || positionals.length > 1) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  print(await judgeAll(path.resolve(photographs)));
}

async function judgeAll(folder: string): Promise<readonly Judgement[]> {
  const evaluation = { checks: await loadChecks(checksOf(imageAuthenticity)), every: Number(options.every) };
  const judgements: Judgement[] = [];
  const scenes = evaluateScenes({ ...evaluation, photographs: folder, withForgeries: true });
  for await (const judgement of scenes) judgements.push(shown(judgement));
  for (const labelled of options.labelled) {
    for await (const judgement of evaluateFiles(path.resolve(labelled), evaluation)) {
      judgements.push(shown(judgement));
    }
  }
  return judgements;
}

/** Each innocent file that was called something is a line, as it comes. */
function shown(judgement: Judgement): Judgement {
  const { scene, group, change, verdict, statement } = judgement;
  if (change === null && verdict !== 'unverified') {
    process.stderr.write(`${group}/${scene}: ${verdict}. ${statement}\n`);
  }
  return judgement;
}

function print(judgements: readonly Judgement[]): void {
  line(['scenes by verdict', ...verdictOrder, 'scenes', 'files']);
  for (const { group, verdicts, scenes, files } of tallyGroups(judgements)) {
    line([group, ...verdictOrder.map((verdict) => verdicts[verdict]), scenes, files]);
  }
  const labelled = new Set(options.labelled.map((folder) => path.basename(folder)));
  const innocent = judgements.filter(({ change, group }) => change === null && !labelled.has(group));
  const forged = judgements.filter(({ change, isLaundered }) => change !== null && !isLaundered);
  const laundered = judgements.filter(({ isLaundered }) => isLaundered);
  process.stdout.write('\n');
  share(
    'innocent scenes called manipulated',
    shareOfScenes(innocent, ({ verdict }) => verdict === 'manipulated'),
  );
  share(
    'innocent scenes called inconclusive',
    shareOfScenes(innocent, ({ verdict }) => verdict === 'inconclusive'),
  );
  for (const [change, members] of Map.groupBy(forged, (one) => one.change)) {
    share(
      `${change ?? ''}: called manipulated`,
      shareOfScenes(members, ({ verdict }) => verdict === 'manipulated'),
    );
    share(`${change ?? ''}: manipulated, or inconclusive with the place`, shareOfScenes(members, isFound));
  }
  const marked = forged.filter(({ isPlaceRight }) => isPlaceRight !== null);
  share(
    'marked places that are right',
    shareOfScenes(marked, ({ isPlaceRight }) => isPlaceRight === true),
  );
  share(
    'laundered forgeries called authentic',
    shareOfScenes(laundered, ({ verdict }) => verdict === 'authentic'),
  );
  figure('Cllr, first generation (1 says nothing)', costOfRatios(forged, innocent));
  figure('Cllr, laundered', costOfRatios(laundered, innocent));
  figure('ECE under the stated prior', calibrationError(forged, innocent, prior.manipulated));
}

/** `manipulated`, or people are pointed at the right place. */
function isFound({ verdict, isPlaceRight }: Judgement): boolean {
  return verdict === 'manipulated' || (verdict === 'inconclusive' && isPlaceRight === true);
}

function share(title: string, { scenes, of, lower, upper }: Share): void {
  const bounds = `95 % bounds ${(100 * lower).toFixed(1)} and ${(100 * upper).toFixed(1)} %`;
  process.stdout.write(
    `${title.padEnd(56)}${String(scenes).padStart(5)} of ${String(of).padEnd(6)}${bounds}\n`,
  );
}

function figure(title: string, value: number): void {
  process.stdout.write(`${title.padEnd(56)}${value.toFixed(3).padStart(8)}\n`);
}

function line([title, ...cells]: readonly (string | number)[]): void {
  process.stdout.write(
    `${String(title).padEnd(28)}${cells.map((cell) => String(cell).padStart(13)).join('')}\n`,
  );
}
