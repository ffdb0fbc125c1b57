import { clopperPearsonUpper, logRatioCost } from '@assay/checks/likelihood/figures';
import type { Judgement } from '../judge.ts';
import { simulatePeople } from './simulate-people.ts';
import type { CheckedFile, Judge, SimulatedRun } from './simulate-people.ts';

/** The populations of the table: golden tasks of each person, and whether all are honest. */
const populations = [
  { name: 'mixed people, 10 golden tasks', isHonest: false, goldTotal: 10 },
  { name: 'mixed people, untested', isHonest: false, goldTotal: 0 },
  { name: 'honest people, 10 golden tasks', isHonest: true, goldTotal: 10 },
  { name: 'honest people, untested', isHonest: true, goldTotal: 0 },
] as const;

/** Prints how runs end with simulated people beside the same runs without them. */
export function printPeople(
  files: readonly CheckedFile[],
  { count, ...fixed }: { readonly count: number; readonly seed: number; readonly judge: Judge },
): void {
  const images = files.filter(({ change, isLaundered }) => change !== 'generated' && !isLaundered);
  if (images.length === 0) throw new Error('no image is kept');
  const pristineImages = images.filter(({ change }) => change === null);
  const changedImages = images.filter(({ change }) => change !== null);
  const half = Math.floor(count / 2);
  line(['', 'pristine accused', 'pristine open', 'changed accused', 'changed found', 'Cllr', 'answers']);
  let isFirst = true;
  for (const { name, ...people } of populations) {
    const pristine = simulatePeople(pristineImages, half, { ...people, ...fixed });
    const altered = simulatePeople(changedImages, count - half, {
      ...people,
      ...fixed,
      seed: fixed.seed + 1,
    });
    if (isFirst) line(['machines alone', ...describe(pristine, altered, ({ machines }) => machines), '0']);
    isFirst = false;
    const runs = [...pristine, ...altered];
    const answers = runs.reduce((sum, run) => sum + run.answers, 0) / runs.length;
    const adjudicated = runs.filter(({ isAdjudicated }) => isAdjudicated).length / runs.length;
    const answered = `${answers.toFixed(1)}, ${(100 * adjudicated).toFixed(0)} % with a second stage`;
    line([name, ...describe(pristine, altered, ({ withPeople }) => withPeople), answered]);
  }
}

type Chosen = (run: SimulatedRun) => Judgement;

function describe(
  pristine: readonly SimulatedRun[],
  altered: readonly SimulatedRun[],
  choose: Chosen,
): readonly string[] {
  const count = (runs: readonly SimulatedRun[], holds: (one: Judgement) => boolean): string => {
    const found = runs.filter((run) => holds(choose(run))).length;
    return `${String(found)} of ${String(runs.length)}`;
  };
  const accused = pristine.filter((run) => isAccused(choose(run))).length;
  const bound = `at most ${(100 * clopperPearsonUpper(accused, pristine.length)).toFixed(1)} %`;
  const ratios = (runs: readonly SimulatedRun[]): number[] => runs.map((run) => choose(run).llr);
  return [
    `${count(pristine, isAccused)} (${bound})`,
    count(pristine, isOpen),
    count(altered, isAccused),
    count(altered, (one) => isAccused(one) || isOpen(one)),
    logRatioCost(ratios(altered), ratios(pristine)).toFixed(3),
  ];
}

function isAccused({ verdict }: Judgement): boolean {
  return verdict === 'manipulated' || verdict === 'synthetic';
}

function isOpen({ verdict }: Judgement): boolean {
  return verdict === 'inconclusive';
}

function line(cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell) => cell.padEnd(34)).join('')}\n`);
}
