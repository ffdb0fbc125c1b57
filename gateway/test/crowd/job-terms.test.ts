import { CrowdJobsServiceService } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send, startAdminGateway } from '../rest-client.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startAdminGateway();
});
afterAll(() => gateway.stop());

const id = 'a0000000000000000000000a';
const terms = {
  projectId: id,
  surveyTemplateVersionId: id,
  name: 'Floods',
  title: 'Floods',
  description: 'Look.',
};
const { createCrowdJob, estimateCrowdJob } = CrowdJobsServiceService;

it.each([
  ['POST /v2/crowd-jobs', createCrowdJob, 201],
  ['POST /v2/crowd-jobs/estimate', estimateCrowdJob, 200],
] as const)('%s refuses an empty list of files, which is no job without files', async (path, rpc, status) => {
  const calls = gateway.record(rpc);
  expect(await send(gateway, path, { ...terms, fileIds: [] })).toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION_ERROR', details: { field: 'fileIds' } } },
  });
  expect(calls).toEqual([]);
  expect((await send(gateway, path, terms)).status).toBe(status);
  expect(calls).toHaveLength(1);
});
