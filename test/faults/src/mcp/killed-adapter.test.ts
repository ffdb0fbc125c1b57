/** Mcp is killed while it calls; a repeated call with the same key has one effect. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { createMcpClient } from '@assay/test-kit/mcp/mcp-client';
import type { McpClient } from '@assay/test-kit/mcp/mcp-client';
import { createRandom } from '@assay/test-kit/seeded-random';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOwnPlatform } from '../own-platform.ts';
import type { OwnPlatform } from '../own-platform.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const kills = isWhole ? 20 : 3;
/** A call takes some 20 ms, so that the kill comes before, during and after it. */
const longestDelayMs = 60;
const maxWaitMs = 60_000;
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

let on: OwnPlatform;
let mcp: McpClient;
let projectId: string;
let fileId: string;
let surveyTemplateVersionId: string;

beforeAll(async () => {
  on = await startOwnPlatform({ name: 'mcp', mode: 'ephemeral' });
  const { rest, platform } = on;
  mcp = createMcpClient(platform.baseUrl, '2026-07-28', { 'x-api-key': platform.apiKey });
  const { body: project } = await rest.post('/v2/projects', { name: 'Kills', type: 'research' });
  projectId = project.id as string;
  const { body: file } = await rest.upload(projectId, smallPhotograph());
  fileId = file.id as string;
  await awaitEnrichment(rest, fileId);
  const { body: template } = await rest.post('/v2/survey-templates', { name: 'Changed?', language: 'en' });
  const { body: survey } = await rest.post(`/v2/survey-templates/${template.id as string}/versions`, {
    title: 'Changed photographs',
    questions: [{ key: 'changed', type: 'boolean', label: 'Was something changed?', required: true }],
  });
  surveyTemplateVersionId = survey.id as string;
});
afterAll(() => on.stop());

/** A tool that creates, its arguments, and the list in which the created object is. */
interface Creation {
  readonly tool: string;
  readonly order: (tag: string) => object;
  readonly list: () => string;
}

const creations: readonly Creation[] = [
  { tool: 'create_project', order: (name) => ({ name }), list: () => '/v2/projects?limit=1' },
  {
    tool: 'create_dataset',
    order: (name) => ({ name, internalId: name, modality: 'text' }),
    list: () => '/v2/datasets',
  },
  {
    tool: 'run_verification_pipeline',
    order: () => ({ projectId, pipelineSlug: 'image-authenticity', fileIds: [fileId] }),
    list: () => `/v2/projects/${projectId}/verification-runs?limit=1`,
  },
  {
    tool: 'create_crowd_job',
    order: (name) => ({
      ...{ projectId, name, title: name, description: 'Look.', surveyTemplateVersionId },
      ...{ fileIds: [fileId], maxRepetitionsPerVariant: 1, rewardCents: 5 },
    }),
    list: () => '/v2/crowd-jobs?limit=1',
  },
];

async function countObjects({ list }: Creation): Promise<number> {
  const { body } = await on.rest.get(list());
  return Array.isArray(body) ? body.length : (body.total as number);
}

/** Calls a tool until it answers with content. Returns the id of the created object. */
async function insist(tool: string, args: object): Promise<string> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const { result } = await mcp.call(tool, args).catch(() => ({ result: undefined }));
    if (result?.structuredContent !== undefined) return result.structuredContent.id as string;
    if (Date.now() > deadline) throw new Error(`${tool} answered ${JSON.stringify(result)}`);
    await pause(200);
  }
}

it.each(creations)(
  '$tool creates one object when mcp is killed during the call',
  { timeout: 600_000, retry: 0 },
  async (creation) => {
    const { tool, order } = creation;
    process.stderr.write(`mcp: ${tool}, seed ${seed.toString()}\n`);
    const random = createRandom(seed);
    const before = await countObjects(creation);
    const ids: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const args = { ...order(`killed-${kill.toString()}-${tool}`), idempotencyKey: randomUUID() };
      const first = insist(tool, args);
      await pause(random.below(longestDelayMs));
      await on.platform.processes.mcp.kill();
      await on.platform.processes.mcp.restart();
      ids.push(await first);
      // The client did not see the answer, and repeats the call.
      expect(await insist(tool, args)).toBe(ids.at(-1));
    }
    expect(new Set(ids).size).toBe(kills);
    expect(await countObjects(creation)).toBe(before + kills);
  },
);
