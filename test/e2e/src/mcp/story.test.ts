import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMcpClient, eras } from '@assay/test-kit/mcp/mcp-client';
import type { McpClient } from '@assay/test-kit/mcp/mcp-client';

let platform: SharedPlatform;
let rest: Rest;

beforeAll(async () => {
  platform = await joinPlatform();
  rest = createRest(platform.baseUrl, platform.apiKey);
});
afterAll(async () => {
  await platform.stop();
});

const waiting = { timeout: 120_000 };

describe.each(eras)('an agent with protocol %s', (era) => {
  let mcp: McpClient;
  let projectId: string;
  let fileId: string;

  /** Calls a tool that must succeed. */
  const call = async (name: string, args: object = {}) => {
    const { result, error } = await mcp.call(name, args);
    expect([name, error, result?.isError === true ? result.content : []]).toEqual([name, undefined, []]);
    return result.structuredContent;
  };
  const fail = async (name: string, args: object) => {
    const { result } = await mcp.call(name, args);
    expect([result.isError, result.structuredContent]).toEqual([true, undefined]);
    return JSON.parse(result.content[0].text).error;
  };
  /** Reads the resource that an answer links. */
  const readLink = async ({ content }: { content: readonly { type: string; uri: string }[] }) => {
    const uri = content.find(({ type }) => type === 'resource_link')?.uri;
    const { body } = await mcp.request('resources/read', { uri });
    return body.result.contents[0].text as string;
  };
  const readBalance = async () => (await rest.get('/v2/transactions/balance')).body;

  beforeAll(async () => {
    mcp = createMcpClient(platform.baseUrl, era, { 'x-api-key': platform.apiKey });
    projectId = (await call('create_project', { name: 'Harbour', type: 'research' })).id;
    fileId = (await rest.upload(projectId, samplePhotograph())).body.id;
    await awaitEnrichment(rest, fileId);
  });

  it('estimates, runs and reads a verdict', async () => {
    const { data } = await call('list_project_files', { projectId, enrichmentStatus: 'completed' });
    expect(data.map(({ id }: { id: string }) => id)).toEqual([fileId]);
    const catalog = await call('list_pipeline_catalog', { status: 'active', tier: 'ai-only', limit: 1 });
    expect(catalog.data).toHaveLength(1);
    const order = { projectId, pipelineSlug: 'image-authenticity', fileIds: [fileId] };
    const estimate = await call('estimate_verification_cost', order);
    const before = await readBalance();
    const dry = await call('run_verification_pipeline', { ...order, dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, estimate: { maxCents: estimate.maxCents, sufficient: true } });
    const tooLow = { ...order, maxCostCents: estimate.maxCents - 1 };
    expect(await fail('run_verification_pipeline', tooLow)).toMatchObject({ code: 'PAYMENT_REQUIRED' });
    expect(await readBalance()).toEqual(before);
    const started = { ...order, maxCostCents: estimate.maxCents, idempotencyKey: randomUUID() };
    const run = await call('run_verification_pipeline', started);
    expect(run).toMatchObject({ projectId, suggestedPollSeconds: 5 });
    expect((await call('run_verification_pipeline', started)).id).toBe(run.id);
    const read = () => call('get_verification_run', { runId: run.id, fields: ['status', 'verdict'] });
    await expect.poll(read, waiting).toMatchObject({ status: 'completed' });
    expect(Object.keys(await read()).sort()).toEqual(['id', 'status', 'verdict']);
    const whole = await mcp.call('get_verification_run', { runId: run.id });
    expect(whole.result.structuredContent.stages.length).toBeGreaterThan(0);
    expect(JSON.parse(await readLink(whole.result))).toMatchObject({ schema: 'assay-report/1' });
    const runs = await call('list_verification_runs', { projectId, pipelineSlug: 'image-authenticity' });
    expect(runs).toMatchObject({ total: 1, data: [{ id: run.id }] });
  });

  it('starts runs only in projects for research', async () => {
    const { id } = await call('create_project', { name: 'Work' });
    const order = { projectId: id, pipelineSlug: 'image-authenticity', fileIds: [fileId] };
    expect(await fail('run_verification_pipeline', order)).toMatchObject({
      code: 'INVALID_STATE',
      details: { type: 'standard', allowed: ['research'] },
    });
  });

  it('makes a dataset, cleans it and deletes it', async () => {
    const internalId = randomUUID();
    const made = await call('create_dataset', { name: 'Set', internalId, modality: 'image' });
    const bytes = await readFile(samplePhotograph());
    await rest.uploadToDataset(made.id, [{ name: 'a.jpg', bytes, type: 'image/jpeg' }]);
    const { versions } = await call('get_dataset', { datasetId: made.id });
    const versionId = versions[0].id;
    const version = await call('get_dataset_version', { datasetId: made.id, versionId });
    expect(version).toMatchObject({ id: versionId });
    const catalog = await call('list_data_platform_pipeline_catalog', {
      mode: 'cleaning',
      modality: 'image',
    });
    expect(catalog.total).toBeGreaterThan(0);
    const target = { targetType: 'dataset_version', targetId: versionId };
    expect(await fail('run_data_platform_pipeline', { ...target, mode: 'split' })).toMatchObject({
      code: 'UNSUPPORTED_MODE',
    });
    const run = await call('run_data_platform_pipeline', { ...target, mode: 'cleaning' });
    const read = () => call('get_data_platform_run', { runId: run.id });
    await expect.poll(read, waiting).toMatchObject({ status: 'completed' });
    const after = (await call('get_dataset', { datasetId: made.id })).versions;
    const cleaned = await mcp.call('get_dataset_version', { datasetId: made.id, versionId: after.at(-1).id });
    expect(JSON.parse(await readLink(cleaned.result))).toMatchObject({ name: 'a.jpg' });
    const runs = await call('list_data_platform_runs', { datasetId: made.id });
    expect(runs).toMatchObject({ total: 1, data: [{ id: run.id }] });
    const listed = await call('list_datasets', { modality: 'image' });
    expect(listed.data.map(({ id }: { id: string }) => id)).toContain(made.id);
    expect(await call('delete_dataset', { datasetId: made.id })).toEqual({ id: made.id, deleted: true });
    expect(await fail('get_dataset', { datasetId: made.id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('reads texts with a language pipeline', async () => {
    const text = {
      name: 'a.txt',
      bytes: Buffer.from('A harbour in the morning. '.repeat(20)),
      type: 'text/plain',
    };
    const { body: file } = await rest.upload(projectId, text);
    await awaitEnrichment(rest, file.id);
    const { data } = await call('list_lt_pipeline_catalog');
    const run = await call('run_lt_pipeline', { projectId, pipelineSlug: data[0].slug, fileIds: [file.id] });
    const read = () => call('get_lt_run', { runId: run.id });
    await expect.poll(read, waiting).toMatchObject({ status: 'completed' });
  });

  it('makes a crowd job, and accepts and rejects answers', async () => {
    const { body: template } = await rest.post('/v2/survey-templates', { name: 'Changed?', language: 'en' });
    const { body: survey } = await rest.post(`/v2/survey-templates/${template.id}/versions`, {
      title: 'Changed photographs',
      questions: [{ key: 'changed', type: 'boolean', label: 'Was something changed?', required: true }],
    });
    const { body: second } = await rest.upload(projectId, {
      name: 'b.txt',
      bytes: Buffer.from('b'),
      type: 'text/plain',
    });
    await awaitEnrichment(rest, second.id);
    const order = {
      projectId,
      name: 'Test',
      title: 'Changed?',
      description: 'Look.',
      surveyTemplateVersionId: survey.id,
      fileIds: [fileId, second.id],
      maxRepetitionsPerVariant: 1,
      rewardCents: 10,
    };
    const dry = await call('create_crowd_job', { ...order, dryRun: true });
    expect(dry).toEqual({
      dryRun: true,
      estimate: expect.objectContaining({ maxCents: 24, sufficient: true }),
    });
    expect(await fail('create_crowd_job', { ...order, maxCostCents: 23 })).toMatchObject({
      code: 'PAYMENT_REQUIRED',
    });
    const job = await call('create_crowd_job', { ...order, maxCostCents: 24, idempotencyKey: randomUUID() });
    expect(await call('list_crowd_jobs', { projectId })).toMatchObject({ total: 1, data: [{ id: job.id }] });
    for (let answered = 0; answered < 2; answered += 1) {
      const { body: claim } = await rest.post(`/v2/crowd-jobs/${job.id}/claims`);
      const answers = [{ questionKey: 'changed', value: true }];
      await rest.post(`/v2/claims/${claim.claimId}/answers`, { answers });
    }
    const { data } = await call('list_crowd_answers', { jobId: job.id, status: 'pending_review' });
    expect(data).toHaveLength(2);
    const [first, other] = data.map(({ id }: { id: string }) => ({ jobId: job.id, answerId: id }));
    expect(await call('accept_crowd_answer', { ...first, acceptanceNote: 'Good.' })).toMatchObject({
      status: 'accepted',
    });
    const wrong = { ...other, rejectionCategory: 'low_effort', rejectionReason: 'too short' };
    expect(await fail('reject_crowd_answer', wrong)).toMatchObject({ details: { field: 'rejectionReason' } });
    expect(await call('get_crowd_job', { jobId: job.id })).toMatchObject({ counts: { accepted: 1 } });
  });
});
