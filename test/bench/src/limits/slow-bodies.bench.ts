/** The time until connections end whose bodies arrive at a byte per second. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { uploadTimeout } from '@assay/proto/upload-limits';
import { startBenchPlatform } from '../bench-platform.ts';
import { presentGateway, startGateway } from '../gateway/gateway-process.ts';
import { printTable, say } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const connections = 20;
/** How long a request may take to be received, by the default setting. */
const goalSeconds = 30;
const watchedSeconds = 45;

/** A request whose body comes a byte a second. */
interface Dripping {
  /** Undefined while the connection is open. */
  closedAfterMs: number | undefined;
  status: string;
  end(): void;
}

function drip(baseUrl: string, apiKey: string): Dripping {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  const since = performance.now();
  const timer = setInterval(() => socket.write('x'), 1_000);
  const seen: Dripping = {
    closedAfterMs: undefined,
    status: 'none',
    end: () => socket.destroy(),
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    seen.status = /^HTTP\/1\.1 (\d{3})/u.exec(chunk.toString())?.[1] ?? seen.status;
  });
  socket.on('close', () => {
    clearInterval(timer);
    seen.closedAfterMs = performance.now() - since;
  });
  const head = ['POST /v2/projects HTTP/1.1', 'Host: assay', `X-API-Key: ${apiKey}`];
  const body = ['Content-Type: application/json', 'Content-Length: 60000'];
  socket.write([...head, ...body, '', ''].join('\r\n'));
  return seen;
}

function rowOf(name: string, all: readonly Dripping[]): string[] {
  const ended = all.flatMap(({ closedAfterMs }) => closedAfterMs ?? []);
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  const span = ended.length === 0 ? '–' : `${seconds(Math.min(...ended))} to ${seconds(Math.max(...ended))}`;
  const statuses = [...new Set(all.map(({ status }) => status))].join(', ');
  return [name, `${ended.length.toString()} of ${all.length.toString()}`, span, statuses];
}

const bench = await startBenchPlatform(await temporaryFolder());
try {
  const { platform } = bench;
  // As before requests had a time of their own: that of uploads, which is up to 55 minutes.
  const longest = uploadTimeout.max.toString();
  const unlimited = { REQUEST_TIMEOUT_MS: longest, UPLOAD_TIMEOUT_MS: longest };
  const unhurried = await startGateway(bench, presentGateway(platform, unlimited), '/v2/limits');
  const open = (baseUrl: string) => Array.from({ length: connections }, () => drip(baseUrl, platform.apiKey));
  const before = open(unhurried.baseUrl);
  const present = open(platform.baseUrl);
  await wait(watchedSeconds * 1_000);
  say(`${connections.toString()} connections that send a byte a second, for ${watchedSeconds.toString()} s`);
  printTable(
    ['', 'ended', 'after s', 'status'],
    rowOf('55 minutes for every request', before),
    rowOf('default settings', present),
  );
  const isMet = present.every(
    ({ closedAfterMs = Infinity, status }) => closedAfterMs <= (goalSeconds + 5) * 1_000 && status === '408',
  );
  say(`ended with 408 after ${goalSeconds.toString()} s: ${isMet ? 'met' : 'MISSED'}`);
  if (!isMet) process.exitCode = 1;
  for (const one of [...before, ...present]) one.end();
  await unhurried.stop();
} finally {
  await bench.stop();
}
