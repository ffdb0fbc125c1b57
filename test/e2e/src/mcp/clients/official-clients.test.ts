import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@assay/local/config';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectors, inspectorVersion } from './inspector.ts';
import type { OfferedTool, OfficialClient } from './official-client.ts';
import { pythonPackages, pythonVersions } from './python-clients.ts';
import { typescriptPackages } from './typescript-clients.ts';
import { compileOutputSchemas } from '@assay/test-kit/mcp/output-schemas';
import type { CheckOutput } from '@assay/test-kit/mcp/output-schemas';

let platform: SharedPlatform;
let rest: Rest;

beforeAll(async () => {
  platform = await joinPlatform();
  rest = createRest(platform.baseUrl, platform.apiKey);
});
afterAll(async () => {
  await platform.stop();
});

const waiting = { timeout: 120_000, interval: 200 };

it('uses the versions that the continuous integration installs', async () => {
  const script = await readFile(join(projectRoot, '.ci/run'), 'utf8');
  const { first, second } = pythonVersions;
  expect(script).toContain(`install_python_package mcp ${first}\ninstall_python_package mcp ${second}\n`);
  expect(script).toContain(`install_inspector ${inspectorVersion}\n`);
});

const packages = [...typescriptPackages, ...pythonPackages, ...inspectors];

for (const { title, version, isInstalled, followsTasks = false, connect } of packages) {
  describe.skipIf(!isInstalled)(title, () => {
    let client: OfficialClient;
    let tools: readonly OfferedTool[];
    let check: CheckOutput;
    let projectId: string;
    let fileId: string;

    /** Calls a tool that must succeed, and validates its structured content. */
    const call = async (name: string, args: Readonly<Record<string, unknown>>) => {
      const { isError, content, structuredContent } = await client.call(name, args);
      expect([name, isError === true ? content : []]).toEqual([name, []]);
      check(name, structuredContent);
      return structuredContent;
    };

    beforeAll(async () => {
      client = await connect(new URL(`${platform.baseUrl}/v2/mcp`), platform.apiKey);
      tools = await client.listTools();
      check = compileOutputSchemas(tools);
      projectId = (await call('create_project', { name: 'Harbour', type: 'research' })).id;
      fileId = (await rest.upload(projectId, smallPhotograph())).body.id;
      await awaitEnrichment(rest, fileId);
    });
    afterAll(async () => {
      await client.close();
    });

    it('agrees on a version and lists all tools', async () => {
      expect(client.version).toBe(version);
      expect(tools.length).toBeGreaterThanOrEqual(30);
      expect(await call('get_current_user', {})).toMatchObject({ organizationId: platform.organizationId });
    });

    it('verifies a file from the list of files to the verdict', async () => {
      const { data } = await call('list_project_files', { projectId });
      expect(data.map(({ id }: { id: string }) => id)).toEqual([fileId]);
      const order = { projectId, pipelineSlug: 'image-authenticity', fileIds: [fileId] };
      const { maxCents: maxCostCents } = await call('estimate_verification_cost', order);
      const run = await call('run_verification_pipeline', { ...order, maxCostCents });
      expect(run.status === 'completed').toBe(followsTasks);
      const read = () => call('get_verification_run', { runId: run.id });
      await expect.poll(read, waiting).toMatchObject({ status: 'completed', verdict: expect.anything() });
      const { content } = await client.call('get_verification_run', { runId: run.id });
      const uri = content.find(({ type }) => type === 'resource_link')?.uri;
      expect(JSON.parse(await client.readText(uri ?? ''))).toMatchObject({ schema: 'assay-report/1' });
    });

    it('makes a dataset and cleans it', async () => {
      const made = await call('create_dataset', { name: 'Set', internalId: randomUUID(), modality: 'image' });
      const bytes = await readFile(smallPhotograph());
      await rest.uploadToDataset(made.id, [{ name: 'a.jpg', bytes, type: 'image/jpeg' }]);
      const { versions } = await call('get_dataset', { datasetId: made.id });
      const target = { targetType: 'dataset_version', targetId: versions[0].id, mode: 'cleaning' };
      const { id: runId } = await call('run_data_platform_pipeline', target);
      const read = () => call('get_data_platform_run', { runId });
      await expect.poll(read, waiting).toMatchObject({ status: 'completed' });
      expect((await call('get_dataset', { datasetId: made.id })).versions).toHaveLength(2);
      expect(await call('delete_dataset', { datasetId: made.id })).toEqual({ id: made.id, deleted: true });
    });

    it('makes a crowd job and accepts an answer', async () => {
      const { body: template } = await rest.post('/v2/survey-templates', {
        name: 'Changed?',
        language: 'en',
      });
      const { body: survey } = await rest.post(`/v2/survey-templates/${template.id}/versions`, {
        title: 'Changed photographs',
        questions: [{ key: 'changed', type: 'boolean', label: 'Was something changed?', required: true }],
      });
      const texts = { name: 'Test', title: 'Changed?', description: 'Look.' };
      const { id: jobId } = await call('create_crowd_job', {
        projectId,
        ...texts,
        surveyTemplateVersionId: survey.id,
        fileIds: [fileId],
        maxRepetitionsPerVariant: 1,
        rewardCents: 10,
      });
      const { body: claim } = await rest.post(`/v2/crowd-jobs/${jobId}/claims`);
      await rest.post(`/v2/claims/${claim.claimId}/answers`, {
        answers: [{ questionKey: 'changed', value: true }],
      });
      const { data } = await call('list_crowd_answers', { jobId, status: 'pending_review' });
      const answer = { jobId, answerId: data[0].id };
      expect(await call('accept_crowd_answer', answer)).toMatchObject({ status: 'accepted' });
      expect(await call('get_crowd_job', { jobId })).toMatchObject({ counts: { accepted: 1 } });
    });

    it('answers a failed call as an error that the client can read', async () => {
      const { isError, content, structuredContent } = await client.call('get_project', { projectId: 'none' });
      expect([isError, structuredContent]).toEqual([true, undefined]);
      expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({ error: { code: 'NOT_FOUND' } });
    });
  });
}
