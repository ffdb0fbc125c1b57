/** How the calls of several callers spread over several backends. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { systemClock } from '@assay/chassis/clock';
import { createBalancedClient } from '@assay/chassis/exchange/balanced-client';
import { createExchangeClient } from '@assay/chassis/exchange/exchange-client';
import type { ExchangeClient } from '@assay/chassis/exchange/exchange-client';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { Role } from '@assay/proto/access/v1/access';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { printTable, say } from '../report.ts';
import { startMemoryService } from '../start-memory-service.ts';
import type { MemoryService } from '../start-memory-service.ts';

/** How calls of 3 callers, 60 of them in flight, spread over 8 backends. */
const backendCount = 8;
const callerCount = 3;
const lanesPerCaller = 20;
const secondsPerRound = 4;
const usualMs = 5;
const slowMs = 100;

const key = {
  ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
  kid: 'gateway',
  alg: 'EdDSA',
};
const signer = createTokenSigner(key, systemClock);
const hour = 3_600;
const own = await signer.sign({ actor: { kind: 'service', service: 'gateway' }, organizationId: '' }, hour);
const person = {
  kind: 'user',
  userId: 'bench',
  role: Role.VIEWER,
  credentialId: 'bench',
  modules: [],
} as const;
const token = await signer.sign({ actor: person, organizationId: 'bench' }, hour);
const streamCredentials = credentials.createFromMetadataGenerator((_call, callback) => {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${own}`);
  callback(null, metadata);
});
const { path, requestSerialize } = ProjectsServiceService.getProject;
const payload = requestSerialize({ projectId: 'p' });
const outgoing = {
  path,
  token,
  requestId: 'bench',
  traceparent: '',
  clientAddress: '',
  idempotencyKey: '',
  payload,
};

const start = (delayMs: number): Promise<MemoryService> => startMemoryService(key, { delayMs });

/** How many calls each of the services has taken so far. */
function counts(services: readonly MemoryService[]): Promise<number[]> {
  return Promise.all(
    services.map(async ({ child }) => {
      child.send('count');
      const [count] = (await once(child, 'message')) as [number];
      return count;
    }),
  );
}

/** One stream after another over a channel of grpc-js that takes its addresses in turn, as calls were made before. */
function inTurns(services: readonly MemoryService[]): ExchangeClient {
  const target = `ipv4:${services.map(({ address }) => address).join(',')}`;
  const roundRobin = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });
  const options = { 'grpc.service_config': roundRobin };
  const connect = (): Client => new Client(target, credentials.createInsecure(), options);
  return createExchangeClient(connect, { streamCredentials });
}

function balanced(lookUp: () => readonly MemoryService[], lookUpEachMs = 0): ExchangeClient {
  return createBalancedClient({
    lookUp: () => Promise.resolve(lookUp().map(({ address }) => address)),
    lookUpEachMs,
    connect: (address) =>
      createExchangeClient(() => new Client(address, credentials.createInsecure()), { streamCredentials }),
  });
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
  const before = await counts(services);
  const durations: number[] = [];
  const endsAt = performance.now() + secondsPerRound * 1_000;
  const lane = async (client: ExchangeClient): Promise<void> => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      await client.call(outgoing, { deadlineMs: Date.now() + 10_000, signal: undefined });
      durations.push(performance.now() - startedAt);
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: lanesPerCaller }, () => lane(client))));
  for (const client of clients) client.close();
  const after = await counts(services);
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
  const client = balanced(() => (isKnown ? services : known), 30_000);
  const call = () => client.call(outgoing, { deadlineMs: Date.now() + 10_000, signal: undefined });
  await call();
  const [before = 0] = await counts(newest);
  isKnown = true;
  const sinceMs = performance.now();
  for (;;) {
    await Promise.all(Array.from({ length: lanesPerCaller }, call));
    const [now = 0] = await counts(newest);
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
const balancedEven = await measure(even, () => balanced(() => even));
say(
  `${backendCount} backends, ${callerCount} callers, ${callerCount * lanesPerCaller} calls in flight; each would have 12.5 %\n`,
);
printTable(header, row('in turns, before', inTurnsEven), row('less loaded of two', balancedEven));
const isEven = balancedEven.shares.every((share) => Math.abs(share * backendCount - 1) <= 0.4);
say(`\nall within 40 % of an even share: ${isEven ? 'met' : 'MISSED'}\n`);

const withSlow = [await start(slowMs), ...even.slice(1)];
const inTurnsSlow = await measure(withSlow, () => inTurns(withSlow));
const balancedSlow = await measure(withSlow, () => balanced(() => withSlow));
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
process.exit(isEven ? 0 : 1);
