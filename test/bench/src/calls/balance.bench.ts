/** The spread of calls of several callers over several backends. */
import { Client, credentials } from '@grpc/grpc-js';
import { createExchangeClient } from '@assay/chassis/exchange/exchange-client';
import type { ExchangeClient } from '@assay/chassis/exchange/exchange-client';
import { printTable, say } from '../report.ts';
import { callCounts, startMemoryService } from '../memory-service/start-memory-service.ts';
import type { MemoryService } from '../memory-service/start-memory-service.ts';
import { balanceByName } from './balance-by-name.ts';
import { exchangeCalls } from './exchange-calls.ts';

/** How calls of 3 callers, 60 of them in flight, spread over 8 backends. */
const backendCount = 8;
const callerCount = 3;
const lanesPerCaller = 20;
const secondsPerRound = 4;
const usualMs = 5;
const slowMs = 100;

const calls = await exchangeCalls();
const start = (delayMs: number): Promise<MemoryService> => startMemoryService(calls.key, { delayMs });

/** One stream after another over a channel of grpc-js that takes its addresses in turn, as calls were made before. */
function inTurns(services: readonly MemoryService[]): ExchangeClient {
  const target = `ipv4:${services.map(({ address }) => address).join(',')}`;
  const roundRobin = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });
  const options = { 'grpc.service_config': roundRobin };
  const connect = (): Client => new Client(target, credentials.createInsecure(), options);
  return createExchangeClient(connect, { streamCredentials: calls.streamCredentials });
}

interface Spread {
  /** Of all calls, the busiest backend first. */
  readonly shares: readonly number[];
  readonly callsPerSecond: number;
  /** Milliseconds a call took at the median. */
  readonly medianMs: number;
}

async function measure(services: readonly MemoryService[], open: () => ExchangeClient): Promise<Spread> {
  const clients = Array.from({ length: callerCount }, open);
  const before = await callCounts(services);
  const durations: number[] = [];
  const endsAt = performance.now() + secondsPerRound * 1_000;
  const lane = async (client: ExchangeClient): Promise<void> => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      await calls.call(client);
      durations.push(performance.now() - startedAt);
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: lanesPerCaller }, () => lane(client))));
  for (const client of clients) client.close();
  const after = await callCounts(services);
  const taken = after.map((count, index) => count - (before[index] ?? 0));
  const all = taken.reduce((sum, count) => sum + count);
  return {
    shares: taken.map((count) => count / all),
    callsPerSecond: durations.length / secondsPerRound,
    medianMs: durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? Number.NaN,
  };
}

/** Seconds from the moment a name has a further address until it gets calls. */
async function reachNewOne(services: readonly MemoryService[]): Promise<number> {
  const known = services.slice(0, -1);
  const newest = services.slice(-1);
  let isKnown = false;
  const client = calls.balanced(() => (isKnown ? services : known), { lookUpIntervalMs: 30_000 });
  const call = () => calls.call(client);
  await call();
  const [before = 0] = await callCounts(newest);
  isKnown = true;
  const sinceMs = performance.now();
  for (;;) {
    await Promise.all(Array.from({ length: lanesPerCaller }, call));
    const [now = 0] = await callCounts(newest);
    if (now > before) break;
  }
  client.close();
  return (performance.now() - sinceMs) / 1_000;
}

const row = (title: string, { shares, callsPerSecond, medianMs }: Spread): string[] => {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const sorted = shares.toSorted((a, b) => b - a);
  const idle = shares.filter((share) => share === 0).length;
  return [
    title,
    percent(sorted[0] ?? 0),
    percent(sorted.at(-1) ?? 0),
    String(idle),
    callsPerSecond.toFixed(0),
    medianMs.toFixed(1),
  ];
};
const header = ['', 'busiest', 'least busy', 'without a call', 'calls per second', 'median ms'];

const even = await Promise.all(Array.from({ length: backendCount }, () => start(usualMs)));
const inTurnsEven = await measure(even, () => inTurns(even));
const balancedEven = await measure(even, () => calls.balanced(() => even));
say(
  `${backendCount} backends, ${callerCount} callers, ${callerCount * lanesPerCaller} calls in flight; each would have 12.5 %\n`,
);
printTable(header, row('in turns, before', inTurnsEven), row('less loaded of two', balancedEven));
const isEven = balancedEven.shares.every((share) => Math.abs(share * backendCount - 1) <= 0.4);
say(`\nall within 40 % of an even share: ${isEven ? 'met' : 'MISSED'}\n`);

const withSlow = [await start(slowMs), ...even.slice(1)];
const inTurnsSlow = await measure(withSlow, () => inTurns(withSlow));
const balancedSlow = await measure(withSlow, () => calls.balanced(() => withSlow));
say(`\none of them takes ${slowMs} ms instead of ${usualMs}\n`);
printTable(
  [...header, 'share of the slow one'],
  [...row('in turns, before', inTurnsSlow), `${((inTurnsSlow.shares[0] ?? 0) * 100).toFixed(1)} %`],
  [...row('less loaded of two', balancedSlow), `${((balancedSlow.shares[0] ?? 0) * 100).toFixed(1)} %`],
);

say(
  `\na new backend of a name gets its first call after ${(await reachNewOne(even)).toFixed(1)} s (names are looked up each 30 s)\n`,
);
for (const { child } of [...even, ...withSlow.slice(0, 1)]) child.disconnect();
const areUsed = await balanceByName();
process.exit(isEven && areUsed ? 0 : 1);
