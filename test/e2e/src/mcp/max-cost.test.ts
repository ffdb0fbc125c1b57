import { randomUUID } from 'node:crypto';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMcpClient } from '@assay/test-kit/mcp/mcp-client';
import type { McpClient } from '@assay/test-kit/mcp/mcp-client';

let platform: SharedPlatform;
let rest: Rest;
let mcp: McpClient;
let orders: Readonly<Record<string, object>>;

beforeAll(async () => {
  platform = await joinPlatform();
  rest = createRest(platform.baseUrl, platform.apiKey);
  mcp = createMcpClient(platform.baseUrl, '2026-07-28', { 'x-api-key': platform.apiKey });
  const { body: project } = await rest.post('/v2/projects', { name: 'Limits', type: 'research' });
  const { body: file } = await rest.upload(project.id, samplePhotograph());
  await awaitEnrichment(rest, file.id);
  const { body: template } = await rest.post('/v2/survey-templates', { name: 'Changed?', language: 'en' });
  const { body: survey } = await rest.post(`/v2/survey-templates/${template.id}/versions`, {
    title: 'Changed photographs',
    questions: [{ key: 'changed', type: 'boolean', label: 'Was something changed?', required: true }],
  });
  const shared = { projectId: project.id, fileIds: [file.id] };
  orders = {
    run_verification_pipeline: { ...shared, pipelineSlug: 'image-authenticity' },
    create_crowd_job: {
      ...shared,
      name: 'Test',
      title: 'Changed?',
      description: 'Look.',
      surveyTemplateVersionId: survey.id,
      maxRepetitionsPerVariant: 1,
      rewardCents: 10,
    },
  };
});
afterAll(async () => {
  await platform.stop();
});

describe.each(['run_verification_pipeline', 'create_crowd_job'])('maxCostCents of %s', (name) => {
  const call = async (args: object) => (await mcp.call(name, { ...orders[name], ...args })).result;
  const readBalance = async () => (await rest.get('/v2/transactions/balance')).body;

  it('refuses one cent less than the price, also in a dry run, and holds nothing', async () => {
    const { estimate } = (await call({ dryRun: true })).structuredContent;
    const costCents = estimate.maxCents as number;
    const before = await readBalance();
    for (const dryRun of [true, false]) {
      const refused = await call({ dryRun, maxCostCents: costCents - 1, idempotencyKey: randomUUID() });
      expect(refused).toMatchObject({ isError: true, content: [{ type: 'text' }] });
      expect(JSON.parse(refused.content[0].text).error).toMatchObject({
        code: 'PAYMENT_REQUIRED',
        details: { maxCostCents: costCents - 1, costCents },
      });
    }
    const enough = await call({ dryRun: true, maxCostCents: costCents });
    expect(enough.structuredContent).toMatchObject({ dryRun: true, estimate: { sufficient: true } });
    expect(await readBalance()).toEqual(before);
  });
});
