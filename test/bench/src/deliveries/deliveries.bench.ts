/** Deliveries per CPU second of a worker against a bare loop of undici and HMAC, and its peak memory. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { measureAdjacent, spread } from '../adjacent.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import { measureAtRest, observeCpu, sumCpu } from '../process-cpu.ts';
import { readMemory, resetPeak } from '../process-peak.ts';
import { printTable, say, verdict, verdictAtLeast } from '../report.ts';
import { startRoles } from '../start-roles.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { BareRequest } from './bare-loop.ts';
import { authorityFile } from './certificates.ts';
import { buildBody, openDeliveryLoad } from './delivery-load.ts';
import type { DeliveryLoad } from './delivery-load.ts';

/**
 * From the published event to the recorded result: the worker consumes events, stores them with their deliveries, sends these, and records
 * the results. The loop sends the same bodies with the same headers and signatures to the same sink, with as many connections.
 */
const rounds = Number(process.argv[2] ?? 5);
const deliveries = Number(process.argv[3] ?? 2_000);
const originCount = 4;
const service = 'crowd-webhooks';
const goals = { ratio: 0.7, peakMegabytes: 200 };
const restSeconds = 5;
const secret = Buffer.alloc(32, 7).toString('base64');

interface Figures {
  readonly perCpuSecond: number;
}

function forkProgram(script: string, ...args: readonly string[]): ChildProcess {
  return fork(new URL(script), args, { execArgv: ['--conditions=source'] });
}

/** Without the CPU that the process takes at rest: `atRest` in ms a second. */
async function measure(pid: number, work: () => Promise<unknown>, atRest = 0): Promise<Figures> {
  const { spent, seconds } = await observeCpu({ process: pid }, work);
  return { perCpuSecond: (deliveries * 1_000) / (sumCpu(spent) - atRest * seconds) };
}

async function sendBare(loop: ChildProcess, { targets }: DeliveryLoad): Promise<void> {
  const bodies = targets.map(({ origin, projectId }) => {
    const own = Array.from({ length: deliveries / originCount }, () => buildBody(projectId));
    return [origin, own] as const;
  });
  loop.send({ bodies: Object.fromEntries(bodies), secret } satisfies BareRequest);
  const [succeeded] = (await once(loop, 'message')) as [number];
  if (succeeded !== deliveries) throw new Error(`${succeeded.toString()} requests of the loop succeeded`);
}

async function compare(load: DeliveryLoad, pid: number): Promise<void> {
  const loop = forkProgram(import.meta.resolve('./bare-loop.ts'));
  await once(loop, 'message');
  const loopPid = loop.pid ?? 0;
  const atRest = sumCpu(await measureAtRest({ worker: pid }, restSeconds));
  resetPeak(pid);
  const measured = await measureAdjacent(
    {
      loop: () => measure(loopPid, () => sendBare(loop, load)),
      worker: () => measure(pid, () => load.deliver(deliveries), atRest),
    },
    rounds,
  );
  loop.disconnect();
  report(measured, atRest, readMemory(pid).peak / 2 ** 20);
}

function report(
  { loop, worker }: Readonly<Record<'loop' | 'worker', readonly Figures[]>>,
  atRest: number,
  peakMegabytes: number,
): void {
  const rates = (figures: readonly Figures[]) => figures.map(({ perCpuSecond }) => perCpuSecond);
  const cost = (figures: readonly Figures[]) => rates(figures).map((rate) => 1e6 / rate);
  const ratios = rates(worker).map((rate, round) => rate / (rates(loop)[round] ?? Number.NaN));
  say(`\n${deliveries.toString()} deliveries in each of ${rounds.toString()} rounds`);
  printTable(
    ['', 'deliveries per CPU second', 'µs of CPU each'],
    ['bare loop', spread(rates(loop), 0), spread(cost(loop), 0)],
    ['worker', spread(rates(worker), 0), spread(cost(worker), 0)],
  );
  say(`ratio: ${spread(ratios, 2)}, ${verdictAtLeast(ratios, goals.ratio)}`);
  say(`peak memory: ${peakMegabytes.toFixed(0)} MB, ${verdict([peakMegabytes], goals.peakMegabytes)}`);
  say(`taken off, as it is taken at rest: ${atRest.toFixed(1)} ms a second`);
}

const folder = await temporaryFolder();
const sink = forkProgram(import.meta.resolve('./sink.ts'), originCount.toString());
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
  const load = await openDeliveryLoad(
    platform,
    addresses.map((address) => `https://${address}`),
  );
  // The others would consume the events too.
  await Promise.all(Object.values(platform.processes).map((running) => running.stop()));
  const worker = await startRoles(bench, { service, label: 'worker', roles: 'worker', variables });
  await compare(load, worker.pid ?? 0);
  await worker.stop();
  await load.close();
} finally {
  await bench.stop();
  sink.disconnect();
}
