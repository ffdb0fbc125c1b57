import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { pollUntil } from '@assay/local/poll';
import { samplePhotograph } from '@assay/local/sample-photograph';
import { createRest } from '@assay/test-kit/rest';
import { startBenchPlatform } from './bench-platform.ts';
import type { BenchPlatform } from './bench-platform.ts';
import { cpuMs } from './process-cpu.ts';

const rounds = 7;
const roundSeconds = 3;
const connections = 16;

interface Target {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** The processes whose CPU time is counted, by name. */
  readonly pids: Readonly<Record<string, number>>;
}

interface Round {
  readonly requestsPerSecond: number;
  /** CPU time per request in microseconds, by process. */
  readonly cpuMicroseconds: Readonly<Record<string, number>>;
}

async function measure({ url, headers, pids }: Target): Promise<Round> {
  const used = () => Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid)] as const);
  const before = new Map(used());
  const result = await autocannon({ url, headers, connections, duration: roundSeconds });
  const answered = result['2xx'];
  if (answered === 0 || result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${answered} answered, ${result.non2xx} refused, ${result.errors} failed`);
  }
  const spent = used().map(([name, ms]) => [name, ((ms - (before.get(name) ?? 0)) * 1000) / answered]);
  return { requestsPerSecond: answered / result.duration, cpuMicroseconds: Object.fromEntries(spent) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A real, enriched file, read through the gateway with a key and the rate limit in Redis. */
async function gatewayTarget({ platform, servers }: BenchPlatform): Promise<Target & { bytes: number }> {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Bench' });
  const { body: file } = await rest.upload(project.id, samplePhotograph());
  await pollUntil(
    () => rest.get(`/v2/files/${file.id}`),
    ({ body }) => body.enrichmentStatus === 'completed',
    60_000,
  );
  const url = `${platform.baseUrl}/v2/files/${file.id}`;
  const headers = { 'x-api-key': platform.apiKey };
  const bytes = (await (await fetch(url, { headers })).arrayBuffer()).byteLength;
  const { gateway, 'projects-files': projectsFiles } = platform.processes;
  const pids = pidsOf({ gateway, 'projects-files': projectsFiles, redis: servers.processes.redis });
  return { url, headers, pids, bytes };
}

function pidsOf(processes: Record<string, { pid?: number | undefined } | undefined>): Record<string, number> {
  const known = Object.entries(processes).flatMap(([name, process]) =>
    process?.pid === undefined ? [] : [[name, process.pid] as const],
  );
  return Object.fromEntries(known);
}

async function startPlain(bytes: number): Promise<{ child: ChildProcess; target: Target }> {
  const child = fork(new URL(import.meta.resolve('./plain-server.ts')), [String(bytes)]);
  const [address] = (await once(child, 'message')) as [string];
  return { child, target: { url: `${address}/v2/files/x`, headers: {}, pids: pidsOf({ plain: child }) } };
}

function report(plain: readonly Round[], gateway: readonly Round[], bytes: number): void {
  const cpu = (measured: readonly Round[], name: string) =>
    median(measured.map(({ cpuMicroseconds }) => cpuMicroseconds[name] ?? Number.NaN));
  const ratios = gateway.map(
    ({ cpuMicroseconds }, i) => (cpuMicroseconds['gateway'] ?? 0) / (plain[i]?.cpuMicroseconds['plain'] ?? 0),
  );
  const rate = (measured: readonly Round[]) =>
    Math.round(median(measured.map(({ requestsPerSecond }) => requestsPerSecond)));
  const line = (label: string, value: string) => process.stdout.write(`${label.padEnd(44)}${value}\n`);
  line('body', `${bytes} bytes`);
  line('plain Fastify, CPU per request', `${cpu(plain, 'plain').toFixed(0)} µs`);
  for (const name of Object.keys(gateway[0]?.cpuMicroseconds ?? {})) {
    line(`GET file: ${name}, CPU per request`, `${cpu(gateway, name).toFixed(0)} µs`);
  }
  line('gateway / plain, CPU, median of pairs', median(ratios).toFixed(2));
  line('gateway / plain, CPU, every pair', ratios.map((ratio) => ratio.toFixed(2)).join(' '));
  line('requests per second, plain', String(rate(plain)));
  line('requests per second, GET file', String(rate(gateway)));
}

const bench = await startBenchPlatform();
try {
  const file = await gatewayTarget(bench);
  const { child, target } = await startPlain(file.bytes);
  await measure(target);
  await measure(file);
  const plain: Round[] = [];
  const gateway: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    plain.push(await measure(target));
    gateway.push(await measure(file));
  }
  child.disconnect();
  report(plain, gateway, file.bytes);
} finally {
  await bench.stop();
}
