/** What image-authenticity takes beside decoding the picture, its memory, and how fast queued runs are drained. */
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
/** Times what sharp takes to decode the same file on one core. */
const goals = { whole: 60, withoutCopies: 25 };
const workerGoalBytes = 700 * mebibyte;

const cpuOf = (parts: readonly Cost[]): number => parts.reduce((sum, { cpu }) => sum + cpu, 0);
const wallOf = (parts: readonly Cost[]): number => parts.reduce((sum, { wall }) => sum + wall, 0);
const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(2);
const mebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(0)} MiB`;

async function measurePicture({ name, path, megapixels }: Picture): Promise<void> {
  say(
    `\n${name}, ${megapixels.toFixed(1)} megapixels, ${rounds.toString()} rounds, each in a process of its own`,
  );
  const { examined } = await measureAdjacent({ examined: () => examinePicture(path) }, rounds, 0);
  const decode = examined.map((one) => one.decode.cpu);
  const whole = examined.map(({ parts }) => cpuOf(parts));
  const withoutCopies = examined.map(({ parts }) => cpuOf(parts.filter((part) => part.name !== 'copy-move')));
  const last = examined.at(-1);
  if (last === undefined) return;
  printParts(last);
  for (const [what, cpu, goal] of [
    ['all checks', whole, goals.whole],
    ['without copy-move', withoutCopies, goals.withoutCopies],
  ] as const) {
    const ratios = ratiosOf(cpu, decode);
    say(`${what}: ${spread(ratios, 1)} times the decode, ${verdict(ratios, goal)}`);
  }
  const peaks = examined.map(({ peakRssBytes }) => peakRssBytes);
  const isSmall = Math.max(...peaks) <= workerGoalBytes;
  say(
    `peak memory of a worker: ${mebibytes(Math.max(...peaks))}, ${isSmall ? 'met' : 'MISSED'} (at most 700 MiB)`,
  );
}

function printParts({ decode, parts }: Examined): void {
  const rows = parts.map(({ name, cpu, wall }) => [
    name,
    seconds(wall),
    seconds(cpu),
    (cpu / decode.cpu).toFixed(1),
  ]);
  const sum = [
    'whole pipeline',
    seconds(wallOf(parts)),
    seconds(cpuOf(parts)),
    (cpuOf(parts) / decode.cpu).toFixed(1),
  ];
  const base = ['sharp decodes, one core', seconds(decode.wall), seconds(decode.cpu), '1.0'];
  printTable(['last round', 's', 's of CPU', 'times the decode'], base, ...rows, sum);
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
