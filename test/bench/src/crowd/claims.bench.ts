/** Database commands and CPU of a claim among 100 and 10,000 tasks, against a bare loop of the same commands. */
// Arguments: the number of workers, each with one claim in a round, and the number of rounds.
import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { environmentOf } from '@assay/local/platform/environment';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { callBy } from '@assay/test-kit/test-platform';
import { measureAdjacent, median, ratiosOf, spread } from '../adjacent.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { openWireMeter } from '../growth/wire-meter.ts';
import { measureAtRest, measureOwnCpu, observeCpu, sumCpu } from '../process-cpu.ts';
import { readMemory, resetPeak } from '../process-peak.ts';
import { printTable, say, verdict } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openBareClaims } from './bare-claims.ts';
import { openCrowdProject } from './crowd-project.ts';
import type { CrowdProject } from './crowd-project.ts';
import { openOwnClaims } from './own-claims.ts';
import type { OwnClaims } from './own-claims.ts';

const workerCount = Number(process.argv[2] ?? 100);
const rounds = Number(process.argv[3] ?? 5);
const sizes = [100, 10_000];
const restSeconds = 5;
const goals = { commands: 4, ratio: 1.5, peakMegabytes: 200 };
/** Free slots for each claim of a round, at any time. */
const minSlots = 4;

const workers = Array.from({ length: workerCount }, () => newId());

/** Claims one task for each worker, then returns them. Returns the CPU of a claim in µs. */
async function measureClaims(
  claims: OwnClaims,
  measure: (operation: () => Promise<void>) => Promise<number>,
): Promise<number> {
  const claimed: [worker: string, claimId: string][] = [];
  const ms = await measure(async () => {
    for (const worker of workers) claimed.push([worker, await claims.claim(worker)]);
  });
  for (const [worker, claimId] of claimed) await claims.returnClaim(worker, claimId);
  return (ms * 1_000) / workers.length;
}

/** Counts the commands of claims of workers who take part already. */
async function countCommands(
  { uri, database }: Database,
  { organizationId }: CrowdProject,
  jobId: string,
): Promise<readonly number[]> {
  const meter = await openWireMeter(uri, database);
  const claims = openOwnClaims(meter.db, organizationId, jobId);
  const counts: number[] = [];
  for (const worker of workers) {
    let claimId = '';
    const { commands } = await meter.measure(async () => {
      claimId = await claims.claim(worker);
    });
    counts.push(commands);
    await claims.returnClaim(worker, claimId);
  }
  await meter.close();
  return counts;
}

interface Database {
  readonly uri: string;
  readonly database: string;
}

function openService({ platform }: BenchPlatform, organizationId: string, jobId: string): OwnClaims {
  const work = platform.connect('crowd-webhooks').client(WorkServiceService);
  const callAs = (userId: string) => callBy({ organizationId, userId });
  return {
    claim: async (userId) => (await work.claimTask(callAs(userId), { jobId })).claim?.claimId ?? '',
    async returnClaim(userId, claimId) {
      await work.returnClaim(callAs(userId), { claimId });
    },
  };
}

/** Returns false if a bound is broken. */
async function measureAmong(bench: BenchPlatform, project: CrowdProject, tasks: number): Promise<boolean> {
  const { organizationId } = project;
  const repetitions = Math.ceil((workerCount * minSlots) / tasks);
  const jobId = await project.createJob({ tasks, repetitions });
  const bareJobId = await project.createJob({ tasks, repetitions });
  const database = findDatabase(bench);
  const mongo = await connectMongo({ ...database, appName: 'bench' });
  const own = openOwnClaims(mongo.db, organizationId, jobId);
  const bare = openBareClaims(mongo.db, bareJobId);
  const service = openService(bench, organizationId, jobId);
  const pid = bench.platform.processes['crowd-webhooks'].pid ?? 0;
  // The first claim of a worker makes it a participant.
  await measureClaims(own, (operation) => measureOwnCpu(1, operation));
  await bare.copyWorkers(jobId);
  const commands = await countCommands(database, project, jobId);
  const atRest = sumCpu(await measureAtRest({ service: pid }, restSeconds));
  const measured = await measureAdjacent(
    {
      async bare() {
        const ms = await measureOwnCpu(1, async () => {
          for (const worker of workers) await bare.claim(`user:${worker}`);
        });
        await bare.endClaims();
        return (ms * 1_000) / workers.length;
      },
      own: () => measureClaims(own, (operation) => measureOwnCpu(1, operation)),
      service: () =>
        measureClaims(service, async (operation) => {
          const { spent, seconds } = await observeCpu({ service: pid }, operation);
          return sumCpu(spent) - atRest * seconds;
        }),
    },
    rounds,
  );
  await mongo.close();
  const ratios = ratiosOf(measured.own, measured.bare);
  say(`\namong ${tasks.toLocaleString('en')} tasks, µs of CPU for a claim`);
  printTable(
    ['', 'bare loop', 'rules of the service', 'ratio', 'goal', 'process of the service'],
    [
      ...['', spread(measured.bare, 0), spread(measured.own, 0), spread(ratios, 2)],
      ...[verdict(ratios, goals.ratio), spread(measured.service, 0)],
    ],
  );
  say(`database commands: ${describeCommands(commands)}, ${verdict(commands, goals.commands)}`);
  return median(ratios) <= goals.ratio && median(commands) <= goals.commands;
}

/** A search that goes on from the first task takes one command more. */
function describeCommands(counts: readonly number[]): string {
  const seen = [...new Set(counts)].toSorted((a, b) => a - b);
  return seen
    .map(
      (count) => `${count.toString()} in ${counts.filter((one) => one === count).length.toString()} claims`,
    )
    .join(', ');
}

function findDatabase({ platform }: BenchPlatform): Database {
  const environment = environmentOf('crowd-webhooks', platform.layout);
  return { uri: environment['MONGODB_URI'] ?? '', database: environment['MONGODB_DATABASE'] ?? '' };
}

const bench = await startBenchPlatform(await temporaryFolder());
try {
  const pid = bench.platform.processes['crowd-webhooks'].pid ?? 0;
  resetPeak(pid);
  const project = await openCrowdProject(bench.platform);
  for (const tasks of sizes) if (!(await measureAmong(bench, project, tasks))) process.exitCode = 1;
  const peak = readMemory(pid).peak / 2 ** 20;
  say(`\npeak memory of the service: ${peak.toFixed(0)} MB, ${verdict([peak], goals.peakMegabytes)}`);
  if (peak > goals.peakMegabytes) process.exitCode = 1;
} finally {
  await bench.stop();
}
