import { prior } from '@assay/verification/domain/fusion/prior';
import type { Judgement } from './judge.ts';
import { firstGeneration, innocentVersions, isFound } from './publish.ts';
import type { SecondRun } from './second-run.ts';
import { calibrationError, costOfRatios, shareOfScenes, tallyGroups, verdictOrder } from './tally.ts';
import type { Share } from './tally.ts';

/** Prints how many scenes of each group got which verdict, and the figures that say whether that is right. */
export function printFigures(judgements: readonly Judgement[]): void {
  line(['scenes by verdict', ...verdictOrder, 'scenes', 'files']);
  for (const { group, verdicts, scenes, files } of tallyGroups(judgements)) {
    line([group, ...verdictOrder.map((verdict) => verdicts[verdict]), scenes, files]);
  }
  const pristine = innocentVersions(judgements);
  const forged = firstGeneration(judgements);
  const laundered = judgements.filter(({ isLaundered }) => isLaundered);
  process.stdout.write('\n');
  for (const verdict of ['manipulated', 'synthetic', 'inconclusive'] as const) {
    share(
      `pristine scenes called ${verdict}`,
      shareOfScenes(pristine, (one) => one.verdict === verdict),
    );
  }
  for (const [medium, members] of Map.groupBy(pristine, ({ mimeType }) => mimeType.split('/')[0])) {
    share(
      `pristine scenes of type ${medium ?? ''}: not unverified`,
      shareOfScenes(members, (one) => one.verdict !== 'unverified'),
    );
  }
  for (const [change, members] of Map.groupBy(forged, (one) => one.change)) printFound(change, members);
  printOthers(forged.filter(({ isByOthers }) => isByOthers === true));
  figure('first-generation recall, mean over the kinds of change', meanRecall(forged));
  figure('abstention: open verdicts among pristine files', openShare(pristine));
  figure('abstention: open verdicts among first-generation forgeries', openShare(forged));
  share(
    'laundered forgeries called authentic',
    shareOfScenes(laundered, (one) => one.verdict === 'authentic'),
  );
  printRatios(forged.filter(isNotGenerated), laundered.filter(isNotGenerated), pristine);
}

/** What was made by a generator has no marked place, and is not manipulated: ratios of manipulation say nothing of it. */
function isNotGenerated({ change }: Judgement): boolean {
  return change !== 'generated';
}

/** Prints how many forgeries by others are found, apart for images below and above a quarter of a megapixel. */
function printOthers(forged: readonly Judgement[]): void {
  const small = forged.filter(({ condition }) => condition === 'small');
  const large = forged.filter((one) => !small.includes(one));
  for (const [name, members] of [
    ['of at least 0.25 megapixels', large],
    ['below 0.25 megapixels', small],
  ] as const) {
    if (members.length > 0) share(`by others, ${name}: found`, shareOfScenes(members, isFound));
  }
  for (const [source, members] of Map.groupBy(forged, (one) => one.source))
    share(`by others, ${source}: found`, shareOfScenes(members, isFound));
}

function printFound(change: Judgement['change'], members: readonly Judgement[]): void {
  if (change === 'generated') {
    share('generated: called synthetic', shareOfScenes(members, isFound));
    return;
  }
  share(
    `${change ?? ''}: called manipulated`,
    shareOfScenes(members, (one) => one.verdict === 'manipulated'),
  );
  share(`${change ?? ''}: the same, or inconclusive with the place`, shareOfScenes(members, isFound));
}

function printRatios(
  changed: readonly Judgement[],
  laundered: readonly Judgement[],
  pristine: readonly Judgement[],
): void {
  if (changed.length === 0) return;
  const marked = changed.filter(({ isPlaceRight }) => isPlaceRight !== null);
  share(
    'marked places that are right',
    shareOfScenes(marked, ({ isPlaceRight }) => isPlaceRight === true),
  );
  figure('Cllr, first generation (1 says nothing)', costOfRatios(changed, pristine));
  figure('Cllr, laundered', costOfRatios(laundered, pristine));
  figure('ECE under the stated prior', calibrationError(changed, pristine, prior.manipulated));
}

/** Every kind of change counts the same, and every scene of it. */
function meanRecall(forged: readonly Judgement[]): number {
  const recalls = [...Map.groupBy(forged, ({ change }) => change).values()].map((members) => {
    const { scenes, of } = shareOfScenes(members, isFound);
    return scenes / of;
  });
  return recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
}

function openShare(judgements: readonly Judgement[]): number {
  const open = judgements.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'unverified');
  return open.length / judgements.length;
}

/** Prints whether a second run of a scene said the same. */
export function printSecondRun(scene: string, { files, differing, largestDifference }: SecondRun): void {
  const same = `${String(files - differing.length)} of ${String(files)} verdicts the same`;
  const line = `second run of ${scene}: ${same}, confidences differ by at most ${String(largestDifference)}`;
  process.stdout.write(`${[line, ...differing].join('\n  differs: ')}\n`);
}

function share(title: string, { scenes, of, lower, upper }: Share): void {
  const bounds = `95 % bounds ${(100 * lower).toFixed(1)} and ${(100 * upper).toFixed(1)} %`;
  process.stdout.write(
    `${title.padEnd(58)}${String(scenes).padStart(5)} of ${String(of).padEnd(6)}${bounds}\n`,
  );
}

function figure(title: string, value: number): void {
  process.stdout.write(`${title.padEnd(58)}${value.toFixed(3).padStart(8)}\n`);
}

function line([title, ...cells]: readonly (string | number)[]): void {
  process.stdout.write(
    `${String(title).padEnd(44)}${cells.map((cell) => String(cell).padStart(13)).join('')}\n`,
  );
}
