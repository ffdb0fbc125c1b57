import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@assay/local/platform/ports';
import { createNames } from '@assay/test-kit/processes/names';
import { startBenchPlatform } from '../bench-platform.ts';
import type { BenchPlatform } from '../bench-platform.ts';
import { presentGateway, startGateway } from '../gateway/gateway-process.ts';
import type { GatewayProcess } from '../gateway/gateway-process.ts';
import { memoryProject } from '../memory-service/memory-answers.ts';
import { printTable, say } from '../report.ts';
import { callCounts, startMemoryService } from '../memory-service/start-memory-service.ts';
import type { MemoryService } from '../memory-service/start-memory-service.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const gatewayCount = 2;
const backendCount = 4;
const inFlight = 20;
const delayMs = 20;
const windowSeconds = 15;
const name = 'backends.assay.test';
const path = `/v2/projects/${memoryProject.id}`;
const goals = { busiest: 0.4, foundSeconds: 90 };
/** Of an even share, which a new backend has reached with this part of it. */
const nearlyEven = 0.8;

/** Calls each backend took, second by second. */
type Seconds = (readonly number[])[];

/** Two gateways call four backends, found by a name as headless services are, and later a fifth. Resolves to whether the goals are met. */
export async function balanceByName(): Promise<boolean> {
  const folder = await temporaryFolder();
  const names = createNames(join(folder, 'names.json'));
  const network = `127.${randomInt(16, 250)}.${randomInt(256)}`;
  const [port = 0] = await freePorts(1);
  const bench = await startBenchPlatform(folder);
  const key = bench.platform.layout.secrets.internalTokenKeys.gateway;
  const backends: MemoryService[] = [];
  const add = async (): Promise<void> => {
    backends.push(
      await startMemoryService(key, { host: `${network}.${backends.length + 1}`, port, delayMs }),
    );
    names.publish({ [name]: backends.map(({ address }) => address.split(':')[0] ?? '') });
  };
  for (let place = 0; place < backendCount; place += 1) await add();
  const gateways = await startGateways(bench, names.options, port);
  const load = keepAsking(
    gateways.map(({ baseUrl }) => `${baseUrl}${path}`),
    bench.platform.apiKey,
  );
  const before = await watch(backends, (seconds) => seconds.length > windowSeconds + 5);
  await add();
  const after = await watch(
    backends,
    (seconds) => hasItsShare(seconds) || seconds.length > goals.foundSeconds + windowSeconds,
  );
  const failures = await load.stop();
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  for (const { child } of backends) child.disconnect();
  await bench.stop();
  return report({ before, after, failures });
}

function startGateways(
  bench: BenchPlatform,
  { args, environment }: ReturnType<typeof createNames>['options'],
  port: number,
): Promise<GatewayProcess[]> {
  const variables = {
    ...environment,
    NODE_OPTIONS: args.join(' '),
    PROJECTS_FILES_ADDRESS: `${name}:${port}`,
    GRPC_PLAINTEXT: 'anywhere',
  };
  const plan = presentGateway(bench.platform, variables);
  return Promise.all(Array.from({ length: gatewayCount }, () => startGateway(bench, plan, path)));
}

/** Asks each address so many times at once, until it is stopped; resolves then to how often it was not answered with 200. */
function keepAsking(urls: readonly string[], apiKey: string): { stop(): Promise<number> } {
  let failures = 0;
  let isOver = false;
  const lane = async (url: string): Promise<void> => {
    while (!isOver) {
      const answer = await fetch(url, { headers: { 'x-api-key': apiKey } }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.status !== 200) failures += 1;
    }
  };
  const lanes = urls.flatMap((url) => Array.from({ length: inFlight }, () => lane(url)));
  return {
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      return failures;
    },
  };
}

async function watch(
  backends: readonly MemoryService[],
  isEnough: (seconds: Seconds) => boolean,
): Promise<Seconds> {
  const seconds: Seconds = [];
  let last = await callCounts(backends);
  while (!isEnough(seconds)) {
    await pause(1_000);
    const counts = await callCounts(backends);
    seconds.push(counts.map((count, place) => count - (last[place] ?? 0)));
    last = counts;
  }
  return seconds;
}

/** The share of each backend in every window. */
function windowShares(seconds: Seconds): number[][] {
  return seconds.slice(windowSeconds - 1).flatMap((_, first) => {
    const calls = seconds.slice(first, first + windowSeconds);
    const sums = (calls[0] ?? []).map((_, place) => sumOf(calls.map((second) => second[place] ?? 0)));
    const all = sumOf(sums);
    return all === 0 ? [] : [sums.map((sum) => sum / all)];
  });
}

/** Whether the backend that came last has what it should in the last window. */
function hasItsShare(seconds: Seconds): boolean {
  const last = windowShares(seconds).at(-1);
  return (last?.at(-1) ?? 0) >= nearlyEven / (backendCount + 1);
}

interface Watched {
  readonly before: Seconds;
  readonly after: Seconds;
  readonly failures: number;
}

function report({ before, after, failures }: Watched): boolean {
  const busiest = (seconds: Seconds): number => Math.max(...windowShares(seconds).flat());
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const perSecond = sumOf(before.map(sumOf)) / before.length;
  say(
    `\nby name: ${gatewayCount} gateways, ${inFlight} requests in flight each, ${backendCount} backends, ${perSecond.toFixed(0)} requests per second, ${failures} failed`,
  );
  printTable(
    [`busiest in any ${windowSeconds} s`, 'before', 'with a fifth', 'the fifth has its share after'],
    ['', percent(busiest(before)), percent(busiest(after)), `${after.length} s`],
  );
  const isMet =
    Math.max(busiest(before), busiest(after)) <= goals.busiest &&
    hasItsShare(after) &&
    after.length <= goals.foundSeconds &&
    failures === 0;
  say(
    `at most ${percent(goals.busiest)}, within ${goals.foundSeconds} s, and none failed: ${isMet ? 'met' : 'MISSED'}`,
  );
  return isMet;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
