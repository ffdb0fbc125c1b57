/** CPU of image-authenticity against decoding the image, its memory, and the rate of draining queued runs. */
import { measureAdjacent, ratiosOf, spread } from '../adjacent.ts';
import { printTable, say, verdict } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { drainQueue } from './drain-queue.ts';
import type { Cost, Examined } from './examine.ts';
import { examinePicture } from './examine-pictures.ts';
import { picturesIn } from './pictures.ts';
import type { Picture } from './pictures.ts';

const rounds = Number(process.argv[2] ?? 2);
const queued = Number(process.argv[3] ?? 100);
const mebibyte = 2 ** 20;
/**
 * A worker examines up to a hundred files, and its code is compiled with the first: what holds for most is the cost of a later one, as
 * decoding is measured a second time too.
 */
const warmedAfter = 3;
/** Times what sharp takes to decode the same file on one core. */
const goals = { whole: 60, withoutCopies: 25 };
const workerGoalBytes = 700 * mebibyte;

const cpuOf = (parts: readonly Cost[]): number => parts.reduce((sum, { cpu }) => sum + cpu, 0);
const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(2);
const mebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(0)} MiB`;

async function measurePicture({ name, path, megapixels }: Picture): Promise<void> {
  say(
    `\n${name}, ${megapixels.toFixed(1)} megapixels, ${rounds.toString()} rounds, each in a process of its own`,
  );
  const { first, later } = await measureAdjacent(
    { first: () => examinePicture(path), later: () => examinePicture(path, warmedAfter) },
    rounds,
    0,
  );
  printParts(first, later);
  printRatios('a later picture of a worker', later);
  printRatios('the first picture of a worker', first);
  const peaks = [...first, ...later].map(({ peakRssBytes }) => peakRssBytes);
  const isSmall = Math.max(...peaks) <= workerGoalBytes;
  say(
    `peak memory of a worker: ${mebibytes(Math.max(...peaks))}, ${isSmall ? 'met' : 'MISSED'} (at most 700 MiB)`,
  );
}

function printRatios(which: string, examined: readonly Examined[]): void {
  const decode = examined.map((one) => one.decode.cpu);
  const whole = examined.map(({ parts }) => cpuOf(parts));
  const withoutCopies = examined.map(({ parts }) => cpuOf(parts.filter((part) => part.name !== 'copy-move')));
  for (const [what, cpu, goal] of [
    ['all checks', whole, goals.whole],
    ['without copy-move', withoutCopies, goals.withoutCopies],
  ] as const) {
    const ratios = ratiosOf(cpu, decode);
    say(`${which}, ${what}: ${spread(ratios, 1)} times the decode, ${verdict(ratios, goal)}`);
  }
}

/** The last round of both, side by side. */
function printParts(first: readonly Examined[], later: readonly Examined[]): void {
  const cold = first.at(-1);
  const warm = later.at(-1);
  if (cold === undefined || warm === undefined) return;
  const row = (name: string, coldCpu: number, warmCpu: number): string[] => [
    name,
    seconds(coldCpu),
    (coldCpu / cold.decode.cpu).toFixed(1),
    seconds(warmCpu),
    (warmCpu / warm.decode.cpu).toFixed(1),
  ];
  printTable(
    [
      'last round',
      's of CPU, first picture',
      'times the decode',
      's of CPU, later picture',
      'times the decode',
    ],
    row('sharp decodes, one core', cold.decode.cpu, warm.decode.cpu),
    ...cold.parts.map(({ name, cpu }, index) => row(name, cpu, warm.parts[index]?.cpu ?? Number.NaN)),
    row('whole pipeline', cpuOf(cold.parts), cpuOf(warm.parts)),
  );
}

async function printProfile({ name, path }: Picture): Promise<void> {
  const { profile } = await examinePicture(path, 1, true);
  say(`\nwhere the time of JavaScript goes, ${name}:`);
  printTable(
    ['share', 'file'],
    ...profile.map(({ where, share }) => [`${(100 * share).toFixed(1)} %`, where]),
  );
}

const folder = await temporaryFolder();
const pictures = await picturesIn(folder);
for (const picture of pictures) await measurePicture(picture);
const [first] = pictures;
if (first !== undefined) await printProfile(first);
if (queued > 0) await drainQueue(folder, { queued, large: first?.path });
