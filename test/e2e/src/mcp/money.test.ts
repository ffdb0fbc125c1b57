import { randomUUID } from 'node:crypto';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { createMcpClient } from '@assay/test-kit/mcp/mcp-client';
import type { McpClient } from '@assay/test-kit/mcp/mcp-client';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countEverything } from './counts.ts';

let platform: SharedPlatform;

beforeAll(async () => {
  platform = await joinPlatform();
});
afterAll(async () => {
  await platform.stop();
});

type Arguments = Readonly<Record<string, unknown>>;
const paidTools = ['run_verification_pipeline', 'create_crowd_job'] as const;

describe.each(paidTools)('the money of %s', (tool) => {
  let rest: Rest;
  let mcp: McpClient;
  let crowdJob: Arguments;
  let order: Arguments;
  let price: number;

  const call = async (args: Arguments, name: string = tool) => {
    const { result } = await mcp.call(name, args);
    return result.isError === true ? JSON.parse(result.content[0].text).error.code : result.structuredContent;
  };
  const readBalance = async () => (await rest.get('/v2/transactions/balance')).body.availableCents as number;
  const estimate = async (args: Arguments, name?: string) =>
    (await call({ ...args, dryRun: true }, name)).estimate;

  beforeAll(async () => {
    const { apiKey } = await joinPlatform();
    rest = createRest(platform.baseUrl, apiKey);
    mcp = createMcpClient(platform.baseUrl, tool === 'create_crowd_job' ? '2025-11-25' : '2026-07-28', {
      'x-api-key': apiKey,
    });
    const { id: projectId } = await call({ name: 'Money', type: 'research' }, 'create_project');
    const { body: file } = await rest.upload(projectId, smallPhotograph());
    await awaitEnrichment(rest, file.id);
    const { body: template } = await rest.post('/v2/survey-templates', { name: 'Changed?', language: 'en' });
    const { body: survey } = await rest.post(`/v2/survey-templates/${template.id}/versions`, {
      title: 'Changed photographs',
      questions: [{ key: 'changed', type: 'boolean', label: 'Was something changed?', required: true }],
    });
    const texts = { name: 'Money', title: 'Changed?', description: 'Look.' };
    const place = { projectId, fileIds: [file.id], surveyTemplateVersionId: survey.id };
    crowdJob = { ...texts, ...place, maxRepetitionsPerVariant: 1, rewardCents: 10 };
    const run = { projectId, pipelineSlug: 'image-authenticity', fileIds: [file.id] };
    order = tool === 'create_crowd_job' ? crowdJob : run;
    price = (await estimate(order)).maxCents;
  });

  it('changes nothing in 50 dry runs', async () => {
    const before = await countEverything(rest);
    const answers = await Promise.all(Array.from({ length: 50 }, () => estimate(order)));
    expect(new Set(answers.map(({ maxCents }) => maxCents))).toEqual(new Set([price]));
    expect(await countEverything(rest)).toEqual(before);
  });

  it('is refused one cent short, and the ledger is untouched', async () => {
    const before = await countEverything(rest);
    expect(await call({ ...order, maxCostCents: price - 1 })).toBe('PAYMENT_REQUIRED');
    expect(await countEverything(rest)).toEqual(before);
  });

  it('is charged once for 32 calls at once with the same key', async () => {
    const before = await readBalance();
    const keyed = { ...order, idempotencyKey: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 32 }, () => call(keyed)));
    const { id } = await call(keyed);
    // A call that meets the first one in progress is refused, and may be repeated.
    const others = answers.filter((one) => one.id !== id);
    expect([others.filter((one) => one !== 'IDEMPOTENCY_CONFLICT'), typeof id]).toEqual([[], 'string']);
    await expect.poll(readBalance).toBe(before - price);
  });

  it('is charged once for 32 calls at once with money for one', async () => {
    await leaveMoneyForOne();
    const before = await readBalance();
    const answers = await Promise.all(Array.from({ length: 32 }, () => call(order)));
    const refused = answers.filter((one) => one === 'PAYMENT_REQUIRED');
    expect([refused.length, answers.filter((one) => one.id !== undefined).length]).toEqual([31, 1]);
    await expect.poll(readBalance).toBe(before - price);
  });

  /** Holds with crowd jobs what is more than the price of one call, until it is too little for a second one. */
  async function leaveMoneyForOne(): Promise<void> {
    for (;;) {
      const spare = (await readBalance()) - price;
      const rewardCents = Math.min(500, Math.floor(spare / 1.2));
      if (spare < Math.min(price, 12)) return;
      const maxRepetitionsPerVariant = Math.max(1, Math.min(100, Math.floor(spare / (rewardCents * 1.2))));
      const job = { ...crowdJob, rewardCents, maxRepetitionsPerVariant };
      expect(await call(job, 'create_crowd_job')).toHaveProperty('id');
    }
  }
});
