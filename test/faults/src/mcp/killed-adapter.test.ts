/** Mcp is killed while it calls; a repeated call with the same key has one effect. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@assay/chassis/ids';
import { createMcpClient } from '@assay/test-kit/mcp/mcp-client';
import type { ListedTool, McpClient } from '@assay/test-kit/mcp/mcp-client';
import { startMcpReplicas } from '@assay/test-kit/mcp/mcp-replicas';
import type { McpReplicas } from '@assay/test-kit/mcp/mcp-replicas';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countCreated, createSubjects, creations } from './creations.ts';
import type { Creation, Subjects } from './creations.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const kills = isWhole ? 20 : 3;
/** The calls of a round end within this time, so that the kill comes before, during and after each of them. */
const longestDelayMs = 200;
const maxWaitMs = 60_000;
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

let platform: SharedPlatform;
let replicas: McpReplicas;
let mcp: McpClient;
let on: Subjects;

beforeAll(async () => {
  platform = await joinPlatform();
  replicas = await startMcpReplicas(platform, { count: 1 });
  mcp = createMcpClient(replicas.baseUrl, '2026-07-28', { 'x-api-key': platform.apiKey });
  on = await createSubjects(createRest(platform.baseUrl, platform.apiKey));
});
afterAll(async () => {
  await replicas.stop();
  await platform.stop();
});

/** The tools that change data and take no key. Repeating their calls changes nothing more. */
const withoutKey = ['update_project', 'delete_dataset', 'accept_crowd_answer', 'reject_crowd_answer'];

it('has a case for each tool that creates', async () => {
  const tools = await mcp.listTools();
  const changing = tools.filter(({ annotations }) => !annotations.readOnlyHint);
  expect(changing.filter((tool) => !takesKey(tool)).map(({ name }) => name)).toEqual(withoutKey);
  const tested = new Set(creations.map(({ tool }) => tool));
  expect(changing.filter(takesKey).map(({ name }) => name)).toEqual([...tested]);
});

function takesKey({ inputSchema: { properties } }: ListedTool): boolean {
  return Object.hasOwn(properties ?? {}, 'idempotencyKey');
}

interface Insistence {
  /** The id of the created object. */
  readonly id: string;
  readonly attempts: number;
}

/** Calls a tool until it answers with content. */
async function insist(tool: string, args: object): Promise<Insistence> {
  const deadline = Date.now() + maxWaitMs;
  for (let attempts = 1; ; attempts += 1) {
    const { result } = await mcp.call(tool, args).catch(() => ({ result: undefined }));
    if (result?.structuredContent !== undefined) return { id: result.structuredContent.id, attempts };
    if (Date.now() > deadline) throw new Error(`${tool} answered ${JSON.stringify(result)}`);
    await pause(200);
  }
}

interface Round {
  readonly creation: Creation;
  readonly args: object;
  readonly startMs: number;
}

async function planRounds(random: ReturnType<typeof createRandom>): Promise<Round[]> {
  return Promise.all(
    creations.map(async (creation) => ({
      creation,
      startMs: random.below(longestDelayMs),
      args: { ...(await creation.buildArguments(on, `killed-${newId()}`)), idempotencyKey: randomUUID() },
    })),
  );
}

it(
  'creates one object for each key when mcp is killed during the calls',
  { timeout: 600_000, retry: 0 },
  async () => {
    process.stderr.write(`mcp: seed ${seed.toString()}\n`);
    const random = createRandom(seed);
    const [adapter] = replicas.replicas;
    let interrupted = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const rounds = await planRounds(random);
      const count = () => Promise.all(creations.map((creation) => countCreated(on, creation)));
      const before = await count();
      const first = rounds.map(async ({ creation: { tool }, args, startMs }) => {
        await pause(startMs);
        return insist(tool, args);
      });
      await pause(random.below(longestDelayMs) + longestDelayMs / 4);
      await adapter?.process.kill();
      await adapter?.process.restart();
      const created = await Promise.all(first);
      interrupted += created.filter(({ attempts }) => attempts > 1).length;
      // The clients did not see the answers, and repeat the calls.
      const again = await Promise.all(rounds.map(({ creation: { tool }, args }) => insist(tool, args)));
      expect(again.map(({ id }) => id)).toEqual(created.map(({ id }) => id));
      const titles = creations.map(({ title }) => title);
      const made = (await count()).map((after, index) => [titles[index], after - (before[index] ?? 0)]);
      expect(made).toEqual(titles.map((title) => [title, 1]));
    }
    const calls = kills * creations.length;
    process.stderr.write(
      `mcp: the kill interrupted ${interrupted.toString()} of ${calls.toString()} calls\n`,
    );
    expect(interrupted).toBeGreaterThan(0);
  },
);
