/** Services stop or hang; their tools answer a retryable error in time, and all others work. */
import { randomUUID } from 'node:crypto';
import { newId } from '@assay/chassis/ids';
import { adminUrl } from '@assay/local/platform/environment';
import { processes } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createMcpClient, eras } from '@assay/test-kit/mcp/mcp-client';
import type { Era, McpClient } from '@assay/test-kit/mcp/mcp-client';
import { createRest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { countCreated, createSubjects, creations } from './creations.ts';
import type { Subjects } from './creations.ts';
import { planProbes, readOutcome } from './probes.ts';
import type { Probe } from './probes.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const callTimeoutMs = isWhole ? 10_000 : 2_000;
/** A busy machine answers later than the deadline. */
const toleranceMs = 5_000;
const polling = { timeout: 60_000, interval: 200 };

let platform: LaunchedPlatform;
let clients: Readonly<Record<Era, McpClient>>;
let on: Subjects;
let probes: readonly Probe[];

beforeAll(async () => {
  platform = await launchPlatform({
    servers: inject('servers'),
    variables: {
      CALL_TIMEOUT_MS: callTimeoutMs.toString(),
      // The gateway knows the key also while identity-org is stopped.
      PRINCIPAL_CACHE_MS: '600000',
      RATE_LIMIT_AUTHENTICATED: '100000000',
    },
  });
  const { baseUrl, apiKey } = platform;
  const connect = (era: Era) => createMcpClient(baseUrl, era, { 'x-api-key': apiKey });
  clients = { '2025-11-25': connect('2025-11-25'), '2026-07-28': connect('2026-07-28') };
  on = await createSubjects(createRest(baseUrl, apiKey));
  probes = await planProbes(on);
});
afterAll(() => platform.stop());

/** A message of one era. */
interface Message extends Probe {
  readonly era: Era;
  readonly timeoutMs: number;
}

/** Plans the probes in each era that has them, and a call with a key for each creation. */
async function planMessages(): Promise<readonly Message[]> {
  const reading = eras.flatMap((era) =>
    probes
      .filter(({ method }) => era === '2026-07-28' || method !== 'tasks/get')
      .map((probe) => ({ ...probe, era, timeoutMs: callTimeoutMs })),
  );
  const creating = creations.map(async (creation, index) => {
    const { title, tool: name, needs, timeoutMs = callTimeoutMs, buildArguments } = creation;
    const args = { ...(await buildArguments(on, `stopped-${newId()}`)), idempotencyKey: randomUUID() };
    const era = eras[index % eras.length] ?? '2026-07-28';
    const params = { name, arguments: args };
    return { title, needs, era, timeoutMs, method: 'tools/call' as const, params };
  });
  return [...reading, ...(await Promise.all(creating))];
}

/** Sends messages at the same time. Returns the outcome of each, with its duration if it came late. */
function sendAll(messages: readonly Message[]): Promise<string[]> {
  return Promise.all(
    messages.map(async ({ era, title, method, params, timeoutMs }) => {
      const began = performance.now();
      const outcome = readOutcome(await clients[era].request(method, params));
      const tookMs = performance.now() - began;
      const late = tookMs > timeoutMs + toleranceMs ? ` after ${tookMs.toFixed()} ms` : '';
      return `${era} ${title}: ${outcome}${late}`;
    }),
  );
}

/** Counts the objects of each creation. A gateway connects to a service that returns only after a moment. */
function countAll(): Promise<number[]> {
  return vi.waitFor(async () => {
    const counts = await Promise.all(creations.map((creation) => countCreated(on, creation)));
    expect(counts.every(Number.isSafeInteger)).toBe(true);
    return counts;
  }, polling);
}

const faults = [
  {
    state: 'stopped',
    begin: (service: ServiceName) => platform.processes[service].kill(),
    end: (service: ServiceName) => platform.processes[service].restart(),
  },
  {
    state: 'silent',
    begin: (service: ServiceName) => signal(service, 'SIGSTOP'),
    end: (service: ServiceName) => signal(service, 'SIGCONT'),
  },
];

function signal(service: ServiceName, name: NodeJS.Signals): Promise<void> {
  const { pid } = platform.processes[service];
  if (pid === undefined) throw new Error(`${service} does not run`);
  process.kill(pid, name);
  return Promise.resolve();
}

const { calls: services } = processes.mcp;
const cases = services.flatMap((service) => faults.map((fault) => ({ service, ...fault })));
/** The short form has one fault for each service. */
const chosen = cases.filter(
  ({ service, state }) => isWhole || state === faults[services.indexOf(service) % faults.length]?.state,
);

describe.each(chosen)('while $service is $state', ({ service, begin, end }) => {
  it('all that needs it answers a retryable error in time, the rest works, and nothing is created twice', async () => {
    const edges = (['gateway', 'mcp'] as const).map((name) => platform.processes[name].pid);
    // A silent service holds a call until its deadline.
    const messages = (await planMessages()).filter(({ timeoutMs }) => isWhole || timeoutMs === callTimeoutMs);
    const before = await countAll();
    await begin(service);
    try {
      const began = performance.now();
      expect(await sendAll(messages)).toEqual(
        messages.map(({ era, title, needs }) => {
          const outcome = needs.includes(service) ? 'SERVICE_UNAVAILABLE' : 'works';
          return `${era} ${title}: ${outcome}`;
        }),
      );
      const seconds = (performance.now() - began) / 1_000;
      process.stdout.write(`${messages.length.toString()} messages: ${seconds.toFixed(1)} s\n`);
      expect((await fetch(`${adminUrl('mcp', platform.layout.ports)}/readyz`)).status).toBe(200);
    } finally {
      await end(service);
    }
    await vi.waitFor(async () => {
      const outcomes = await sendAll(messages);
      expect(outcomes.filter((outcome) => !outcome.endsWith(': works'))).toEqual([]);
    }, polling);
    const sent = new Set(messages.map(({ title }) => title));
    const made = (await countAll()).map((after, index) => after - (before[index] ?? 0));
    expect(made).toEqual(creations.map(({ title }) => (sent.has(title) ? 1 : 0)));
    expect((['gateway', 'mcp'] as const).map((name) => platform.processes[name].pid)).toEqual(edges);
  });
});
