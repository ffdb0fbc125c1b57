/** Deliveries per CPU second of a worker against two loops, the commands of each, and the peak memory of the worker. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { measureAdjacent } from '../adjacent.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import { measureAtRest, observeCpu, sumCpu } from '../process-cpu.ts';
import { readMemory, resetPeak } from '../process-peak.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { BareRequest } from './bare-loop.ts';
import { authorityFile } from './certificates.ts';
import type { SentCounts } from './counted-worker.ts';
import { buildBody, openDeliveryLoad } from './delivery-load.ts';
import type { DeliveryLoad } from './delivery-load.ts';
import type { LoopCounts } from './full-loop.ts';
import { buildLoopStart, buildWorkerEnvironment } from './processes.ts';
import { report } from './report-deliveries.ts';
import type { Figures } from './report-deliveries.ts';

/**
 * From the published event to the recorded result. The worker takes events, stores them with their deliveries, sends these, and records
 * the results. The full loop does the same with the same libraries in as few commands as possible. The bare loop only sends the same
 * bodies with the same headers and signatures to the same sink, with as many connections.
 */
const rounds = Number(process.argv[2] ?? 5);
const deliveries = Number(process.argv[3] ?? 2_000);
const originCount = 4;
const restSeconds = 5;
const secret = Buffer.alloc(32, 7).toString('base64');

interface Contenders {
  readonly load: DeliveryLoad;
  readonly bare: ChildProcess;
  readonly full: ChildProcess;
  readonly worker: ChildProcess;
}

function forkProgram(script: string, args: readonly string[] = [], env = process.env): ChildProcess {
  return fork(new URL(script), args, {
    execArgv: ['--conditions=source'],
    env,
  });
}

async function request<T>(child: ChildProcess, message: object): Promise<T> {
  const answered = once(child, 'message');
  child.send(message);
  const [answer] = (await answered) as [T];
  return answer;
}

async function sendBare({ bare, load: { targets } }: Contenders): Promise<Figures> {
  const bodies = targets.map(({ origin, projectId }) => {
    const own = Array.from({ length: deliveries / originCount }, () => buildBody(projectId));
    return [origin, own] as const;
  });
  const message = { bodies: Object.fromEntries(bodies), secret } satisfies BareRequest;
  const { spent } = await observeCpu({ bare: bare.pid ?? 0 }, async () => {
    const succeeded = await request<number>(bare, message);
    if (succeeded !== deliveries) throw new Error(`${succeeded.toString()} requests of the loop succeeded`);
  });
  return { cpuMs: sumCpu(spent), database: 0, pulls: 0, acknowledgements: 0 };
}

async function deliverByLoop({ full, load }: Contenders): Promise<Figures> {
  await load.clearLoop();
  await request(full, { count: deliveries });
  const counted = once(full, 'message');
  const { spent } = await observeCpu({ full: full.pid ?? 0 }, async () => {
    await load.publishToLoop(deliveries);
    await counted;
  });
  const [counts] = (await counted) as [LoopCounts];
  return { cpuMs: sumCpu(spent), ...counts };
}

/** Without the CPU and the commands that the process takes at rest: `atRest` for each second. */
async function deliverByWorker({ worker, load }: Contenders, atRest: Rest): Promise<Figures> {
  await load.clear();
  const before = await request<SentCounts>(worker, {});
  const { spent, seconds } = await observeCpu({ worker: worker.pid ?? 0 }, () => load.deliver(deliveries));
  const after = await request<SentCounts>(worker, {});
  const messages = after.messages - before.messages - atRest.messages * seconds;
  const database = sum(after.commands) - sum(before.commands) - atRest.database * seconds;
  return {
    cpuMs: sumCpu(spent) - atRest.cpuMs * seconds,
    database,
    pulls: messages - deliveries,
    acknowledgements: deliveries,
    details: subtract(after.commands, before.commands),
  };
}

function subtract(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const added = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(added.filter(([name, count]) => count > 0 && name.includes(' webhook')));
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

interface Rest {
  readonly cpuMs: number;
  readonly database: number;
  readonly messages: number;
}

async function measureRest(worker: ChildProcess): Promise<Rest> {
  const before = await request<SentCounts>(worker, {});
  const cpuMs = sumCpu(await measureAtRest({ worker: worker.pid ?? 0 }, restSeconds));
  const after = await request<SentCounts>(worker, {});
  const database = (sum(after.commands) - sum(before.commands)) / restSeconds;
  return { cpuMs, database, messages: (after.messages - before.messages) / restSeconds };
}

async function compare(contenders: Contenders): Promise<void> {
  const atRest = await measureRest(contenders.worker);
  const pid = contenders.worker.pid ?? 0;
  resetPeak(pid);
  const measured = await measureAdjacent(
    {
      bare: () => sendBare(contenders),
      full: () => deliverByLoop(contenders),
      worker: () => deliverByWorker(contenders, atRest),
    },
    rounds,
  );
  report(measured, { deliveries, restMs: atRest.cpuMs, peakMegabytes: readMemory(pid).peak / 2 ** 20 });
}

const folder = await temporaryFolder();
const sink = forkProgram(import.meta.resolve('./sink.ts'), [originCount.toString()]);
const [ports] = (await once(sink, 'message')) as [readonly number[]];
const addresses = ports.map((port) => `127.0.0.1:${port.toString()}`);
const variables = {
  WEBHOOK_ALLOWED_ADDRESSES: addresses.join(','),
  WEBHOOK_CA_FILE: authorityFile,
  WEBHOOK_PER_ORGANIZATION: '64',
};
const bench = await startBenchPlatform(folder, variables);
try {
  const { platform } = bench;
  const origins = addresses.map((address) => `https://${address}`);
  const load = await openDeliveryLoad(platform, origins);
  // The others would consume the events too.
  await Promise.all(Object.values(platform.processes).map((running) => running.stop()));
  const bare = forkProgram(import.meta.resolve('./bare-loop.ts'));
  await once(bare, 'message');
  const full = forkProgram(import.meta.resolve('./full-loop.ts'));
  await request(full, buildLoopStart(platform.layout, { targets: load.targets, secret }));
  const environment = await buildWorkerEnvironment(platform.layout, variables);
  const worker = forkProgram(import.meta.resolve('./counted-worker.ts'), [], environment);
  await once(worker, 'message');
  await compare({ load, bare, full, worker });
  for (const child of [bare, full, worker]) child.disconnect();
  await once(worker, 'exit');
  await load.close();
} finally {
  await bench.stop();
  sink.disconnect();
}
