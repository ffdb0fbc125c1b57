/** CPU of an upload through the gateway, whole and in parts, against a bare PutObject and two bare processes. */
import { createRest } from '@assay/test-kit/rest';
import { cpuOf, measureAdjacent, median, ratiosOf, spread } from '../adjacent.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { pidsOf } from '../http-target.ts';
import { measureAtRest, observeCpu } from '../process-cpu.ts';
import type { CpuMs, Pids } from '../process-cpu.ts';
import { printTable, say, verdict } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { startBareProcesses } from './bare-processes.ts';
import { sendParts, sendVideo, sendVideoInParts } from './send-video.ts';
import { videoSha256 } from './video-bytes.ts';

/**
 * CPU per MB of the processes that an upload passes, beside that of a process which does nothing but PutObject from memory, and
 * beside two that receive and pass on on node:http, the second of which hashes and streams to PutObject. What the S3 server takes
 * is shown apart, and so is what it takes to compute one SHA-256.
 */
const rounds = Number(process.argv[2] ?? 5);
const size = Number(process.argv[3] ?? 256) * 2 ** 20;
const megabytes = size / 1e6;
const goals = { toPutObject: 2, toPair: 1.3 };
const partSize = 8 * 2 ** 20;
const restSeconds = 5;

interface Figures {
  readonly megabytesPerSecond: number;
  /** Per MB. */
  readonly cpuMicroseconds: Readonly<Record<string, number>>;
}

/** Without what the processes take all the time, such as for asking their queues: `atRest` in ms a second. */
async function measure(pids: Pids, upload: () => Promise<unknown>, atRest: CpuMs = {}): Promise<Figures> {
  const { spent, seconds } = await observeCpu(pids, upload);
  const perMegabyte = Object.entries(spent).map(([name, ms]) => {
    return [name, ((ms - (atRest[name] ?? 0) * seconds) * 1_000) / megabytes] as const;
  });
  return { megabytesPerSecond: megabytes / seconds, cpuMicroseconds: Object.fromEntries(perMegabyte) };
}

async function compare({ platform, servers }: BenchPlatform): Promise<void> {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Bench' });
  const destination = { ...platform, projectId: project.id as string };
  const bare = await startBareProcesses(servers.s3, size);
  const { s3 } = servers.processes;
  const { gateway, 'projects-files': service } = platform.processes;
  const own = pidsOf({ gateway, service, s3 });
  const pair = pidsOf({ gateway: bare.gateway, service: bare.service, s3 });
  const atRest = await measureAtRest(pidsOf({ gateway, service }), restSeconds);
  const completing: number[] = [];
  const complete = async () => completing.push(await sendVideoInParts(rest, destination, size));
  const bareParts = { url: bare.baseUrl, apiKey: '', partSize };
  const measured = await measureAdjacent(
    {
      bare: () => measure(pidsOf({ client: bare.client, s3 }), bare.put),
      pairWhole: () => measure(pair, () => sendVideo({ ...destination, baseUrl: bare.baseUrl }, size)),
      whole: () => measure(own, () => sendVideo(destination, size), atRest),
      pairParts: () => measure(pair, () => sendParts(bareParts, size)),
      parts: () => measure(own, complete, atRest),
      hash: () => measure({ hash: process.pid }, () => Promise.resolve(videoSha256(size))),
    },
    rounds,
  );
  bare.stop();
  report(measured);
  say(`completing what came in parts: ${median(completing).toFixed(1)} s`);
  const perSecond = Object.entries(atRest).map(([name, ms]) => `${name} ${ms.toFixed(0)} ms a second`);
  say(`taken off, as it is taken at rest: ${perSecond.join(', ')}`);
}

type Contender = 'bare' | 'pairWhole' | 'whole' | 'pairParts' | 'parts' | 'hash';

function report(measured: Readonly<Record<Contender, readonly Figures[]>>): void {
  const client = cpuOf(measured.bare, 'client');
  const onPath = (figures: readonly Figures[]): number[] => {
    const service = cpuOf(figures, 'service');
    return cpuOf(figures, 'gateway').map((value, round) => value + (service[round] ?? Number.NaN));
  };
  const pairRow = (name: string, figures: readonly Figures[]): string[] => {
    const cells = ['gateway', 'service', 's3'].map((process) => spread(cpuOf(figures, process), 0));
    return [name, speedOf(figures), ...cells, spread(ratiosOf(onPath(figures), client), 1)];
  };
  const ownRow = (name: string, figures: readonly Figures[], pair: readonly Figures[]): string[] => {
    const toPair = ratiosOf(onPath(figures), onPath(pair));
    const toPutObject = ratiosOf(onPath(figures), client);
    const verdicts = [verdict(toPutObject, goals.toPutObject), verdict(toPair, goals.toPair)];
    return [...pairRow(name, figures), spread(toPair, 2), ...verdicts];
  };
  const { bare, hash, whole, pairWhole, parts, pairParts } = measured;
  say(`\nµs of CPU per MB, of videos of ${megabytes.toFixed(0)} MB`);
  printTable(
    ['', 'MB/s', 'gateway', 'service or client', 'S3', 'to PutObject', 'to the bare pair', 'goals'],
    ['bare PutObject', speedOf(bare), '–', spread(client, 0), spread(cpuOf(bare, 's3'), 0)],
    pairRow('bare pair, in one request', pairWhole),
    ownRow('in one request', whole, pairWhole),
    pairRow('bare pair, in parts', pairParts),
    ownRow('in parts', parts, pairParts),
    ['SHA-256 alone', speedOf(hash), '–', spread(cpuOf(hash, 'hash'), 0)],
  );
}

function speedOf(figures: readonly Figures[]): string {
  return spread(
    figures.map(({ megabytesPerSecond }) => megabytesPerSecond),
    0,
  );
}

// Nobody reads the videos meanwhile, which would be work of the same process.
const bench = await startBenchPlatform(await temporaryFolder(), { ENRICHMENT_KINDS: 'image' });
try {
  await compare(bench);
} finally {
  await bench.stop();
}
