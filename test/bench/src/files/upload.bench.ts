/** What an upload costs through the gateway, whole and in parts, beside a bare PutObject of the same bytes. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRest } from '@assay/test-kit/rest';
import { cpuOf, measureAdjacent, median, ratiosOf, spread } from '../adjacent.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { pidsOf } from '../http-target.ts';
import { cpuMs } from '../process-cpu.ts';
import { printTable, say, verdict } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { sendVideo, sendVideoInParts } from './send-video.ts';
import { videoSha256 } from './video-bytes.ts';

/**
 * CPU per MB of the processes that an upload passes, beside that of a process which does nothing but PutObject from memory. What
 * the S3 server takes is shown apart, and so is what it takes to compute one SHA-256, which no upload can do without.
 */
const rounds = Number(process.argv[2] ?? 5);
const size = Number(process.argv[3] ?? 256) * 2 ** 20;
const megabytes = size / 1e6;
const goal = 2;

interface Figures {
  readonly megabytesPerSecond: number;
  /** Per MB. */
  readonly cpuMicroseconds: Readonly<Record<string, number>>;
}

async function measure(
  pids: Readonly<Record<string, number>>,
  upload: () => Promise<unknown>,
): Promise<Figures> {
  const used = () => Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid)] as const);
  const before = new Map(used());
  const startedAt = performance.now();
  await upload();
  const seconds = (performance.now() - startedAt) / 1_000;
  const spent = used().map(([name, ms]) => [name, ((ms - (before.get(name) ?? 0)) * 1_000) / megabytes]);
  return { megabytesPerSecond: megabytes / seconds, cpuMicroseconds: Object.fromEntries(spent) };
}

function hash(): Promise<Figures> {
  return measure({ hash: process.pid }, () => Promise.resolve(videoSha256(size)));
}

async function compare({ platform, servers }: BenchPlatform): Promise<void> {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Bench' });
  const destination = { ...platform, projectId: project.id as string };
  const script = new URL(import.meta.resolve('./put-object.ts'));
  const bareClient = fork(script, [JSON.stringify(servers.s3), String(size)], {
    execArgv: ['--conditions=source'],
  });
  const { s3 } = servers.processes;
  const { gateway, 'projects-files': service } = platform.processes;
  const own = pidsOf({ gateway, service, s3 });
  const completing: number[] = [];
  const measured = await measureAdjacent(
    {
      bare: () =>
        measure(pidsOf({ client: bareClient, s3 }), async () => {
          bareClient.send('put');
          await once(bareClient, 'message');
        }),
      whole: () => measure(own, () => sendVideo(destination, size)),
      parts: () => measure(own, async () => completing.push(await sendVideoInParts(rest, destination, size))),
      hash,
    },
    rounds,
  );
  bareClient.disconnect();
  report(measured, completing);
}

type Measured = Readonly<Record<'bare' | 'whole' | 'parts' | 'hash', readonly Figures[]>>;

function report({ bare, whole, parts, hash: hashed }: Measured, completing: readonly number[]): void {
  const client = cpuOf(bare, 'client');
  const rowOf = (name: string, figures: readonly Figures[]): string[] => {
    const [gateway, service] = [cpuOf(figures, 'gateway'), cpuOf(figures, 'service')];
    const ratios = ratiosOf(
      gateway.map((value, round) => value + (service[round] ?? Number.NaN)),
      client,
    );
    const cells = [gateway, service, cpuOf(figures, 's3')].map((values) => spread(values, 0));
    return [name, speedOf(figures), ...cells, spread(ratios, 1), verdict(ratios, goal)];
  };
  const bareRow = ['bare PutObject', speedOf(bare), '–', spread(client, 0), spread(cpuOf(bare, 's3'), 0)];
  const hashRow = ['SHA-256 alone', speedOf(hashed), '–', spread(cpuOf(hashed, 'hash'), 0), '–'];
  say(`\nµs of CPU per MB, of videos of ${megabytes.toFixed(0)} MB`);
  printTable(
    ['', 'MB/s', 'gateway', 'service or client', 'S3 server', 'to bare PutObject', 'goal'],
    [...bareRow, '', ''],
    rowOf('in one request', whole),
    rowOf('in parts', parts),
    [...hashRow, '', ''],
  );
  say(`completing what came in parts: ${median(completing).toFixed(1)} s`);
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
