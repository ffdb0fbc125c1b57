import { isDeepStrictEqual } from 'node:util';
import { projectRoot } from '@assay/local/config';
import { cpuOf, cpuOfPath, measureAdjacent, ratiosOf, spread } from '../adjacent.ts';
import type { Round } from '../adjacent.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import type { BenchServers } from '../bench-servers.ts';
import { startGateway } from './gateway-process.ts';
import type { Start } from './gateway-process.ts';
import { load, loadWarmUps, pidsOf } from '../http-target.ts';
import type { HttpTarget } from '../http-target.ts';
import { memoryFile, memoryProject } from '../memory-service/memory-answers.ts';
import { printTable, say, verdict } from '../report.ts';
import { startCommitServices } from './commit-services.ts';
import type { CommitServices } from './commit-services.ts';

const roundSeconds = 3;
const cpuGoal = 1.05;
const startGoal = 1.2;
const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u;

type CompareBench = BenchServers & Pick<BenchPlatform, 'folder'>;
type Commits = Readonly<Record<'before' | 'present', CommitServices>>;

interface Operation {
  readonly title: string;
  readonly path: string;
  readonly body?: string;
}

const readProject = `/v2/projects/${memoryProject.id}`;
const { name, description } = memoryProject;

/** Operations behind which the messages of the two commits are the same on the wire; the answers are compared. */
const operations: readonly Operation[] = [
  { title: 'read a project', path: readProject },
  { title: 'list 50 projects', path: '/v2/projects?limit=50' },
  { title: 'create a project', path: '/v2/projects', body: JSON.stringify({ name, description }) },
  { title: 'read a file', path: `/v2/files/${memoryFile.id}` },
];

/** The gateway in the checkout `before` and the present one, each before services of its own commit. */
export async function compareCommits(bench: CompareBench, before: string, rounds: number): Promise<void> {
  const commits = {
    before: await startCommitServices(before, bench),
    present: await startCommitServices(projectRoot, bench),
  };
  try {
    await compareRequests(bench, commits, rounds);
    await compareStarts(bench, commits, rounds);
  } finally {
    await Promise.all([commits.before.stop(), commits.present.stop()]);
  }
}

/** How often both gateways are started anew: what V8 makes of the same code differs between two starts of one commit. */
const pairs = 3;

async function compareRequests(bench: CompareBench, commits: Commits, rounds: number): Promise<void> {
  const found: Comparison[][] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    found.push(await comparePair(bench, commits, Math.ceil(rounds / pairs)));
  }
  say(
    `CPU of the gateway per request in µs, ratio within a round, of ${pairs} starts: median (least to most)\n`,
  );
  printTable(
    ['', 'answers', 'before', 'present', 'present / before', '', 'whole path, present / before'],
    ...operations.map(({ title }, at) =>
      rowOf(
        title,
        found.flatMap((pair) => pair[at] ?? []),
      ),
    ),
  );
}

/** One operation, asked of one pair of gateways. */
interface Comparison {
  readonly same: boolean;
  readonly before: readonly Round[];
  readonly present: readonly Round[];
}

async function comparePair(bench: CompareBench, commits: Commits, rounds: number): Promise<Comparison[]> {
  const gateways = {
    before: await startGateway(bench, commits.before.gateway, readProject),
    present: await startGateway(bench, commits.present.gateway, readProject),
  };
  const target = (commit: keyof Commits, { path, body }: Operation): HttpTarget => ({
    url: `${gateways[commit].baseUrl}${path}`,
    headers: {
      'x-api-key': commits[commit].gateway.apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    pids: pidsOf({
      gateway: gateways[commit],
      service: commits[commit].service,
      redis: bench.servers.processes.redis,
    }),
    ...(body === undefined ? {} : { body }),
  });
  const compare = async (operation: Operation, counted: number): Promise<Comparison> => {
    const was = target('before', operation);
    const is = target('present', operation);
    const same = isDeepStrictEqual(await answerOf(was), await answerOf(is));
    const contenders = {
      before: () => load(was, roundSeconds),
      present: () => load(is, roundSeconds),
    };
    return { same, ...(await measureAdjacent(contenders, counted)) };
  };
  // What is asked first is asked of code that V8 has not yet compiled as it will, whatever is asked.
  for (let warmUp = 1; warmUp < loadWarmUps; warmUp += 1)
    for (const operation of operations) await compare(operation, 0);
  const comparisons: Comparison[] = [];
  for (const operation of operations) comparisons.push(await compare(operation, rounds));
  await Promise.all([gateways.before.stop(), gateways.present.stop()]);
  return comparisons;
}

function rowOf(title: string, comparisons: readonly Comparison[]): string[] {
  const before = comparisons.flatMap((comparison) => comparison.before);
  const present = comparisons.flatMap((comparison) => comparison.present);
  const was = cpuOf(before, 'gateway');
  const is = cpuOf(present, 'gateway');
  const ratios = ratiosOf(is, was);
  const answers = comparisons.every(({ same }) => same) ? 'same' : 'DIFFERENT';
  const path = spread(ratiosOf(cpuOfPath(present), cpuOfPath(before)), 3);
  return [title, answers, spread(was, 0), spread(is, 0), spread(ratios, 3), verdict(ratios, cpuGoal), path];
}

/** Times aside, which are those at which the services were started. */
async function answerOf({ url, headers, body }: HttpTarget): Promise<{ status: number; content: unknown }> {
  const answer = await fetch(url, body === undefined ? { headers } : { headers, method: 'POST', body });
  const content: unknown = JSON.parse(await answer.text(), (_name, value: unknown) =>
    typeof value === 'string' && isoTime.test(value) ? 'a time' : value,
  );
  return { status: answer.status, content };
}

async function compareStarts(bench: CompareBench, commits: Commits, rounds: number): Promise<void> {
  const startOf = (commit: CommitServices) => async (): Promise<Start> => {
    const gateway = await startGateway(bench, commit.gateway, readProject);
    await gateway.stop();
    return gateway.start;
  };
  const { before: was, present: is } = await measureAdjacent(
    { before: startOf(commits.before), present: startOf(commits.present) },
    rounds,
  );
  const row = (title: string, figure: (start: Start) => number): string[] => {
    const ratios = ratiosOf(is.map(figure), was.map(figure));
    return [
      ...[title, spread(was.map(figure), 0), spread(is.map(figure), 0)],
      ...[spread(ratios, 3), verdict(ratios, startGoal)],
    ];
  };
  say(
    `\nStart of the gateway, from its spawn to its first answer, ${rounds} starts each: median (least to most)\n`,
  );
  printTable(
    ['', 'before', 'present', 'present / before', ''],
    row('milliseconds', ({ wallMs }) => wallMs),
    row('milliseconds of CPU', ({ cpuMs }) => cpuMs),
  );
}
