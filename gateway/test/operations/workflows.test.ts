import { randomUUID } from 'node:crypto';
import { DomainError } from '@assay/chassis/errors';
import { File } from '@assay/proto/files/v1/file';
import { Workflow } from '@assay/proto/workflows/v1/workflow';
import type { PipelineFiles } from '@assay/proto/workflows/v1/workflow';
import { CreateWorkflowRequest, WorkflowsServiceService } from '@assay/proto/workflows/v1/workflows_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const rpcs = WorkflowsServiceService;
const { id } = sampled(Workflow);
const { status: _status, outputFiles: _outputs, ...input } = sampled(CreateWorkflowRequest);

async function send(method: string, path: string, body?: unknown) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const response = await gateway.fetch(path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('workflows', () => {
  it('are recorded with the files that were made, in progress unless said', async () => {
    const requests: unknown[] = [];
    gateway.answer(rpcs.createWorkflow, (_call, request) => {
      requests.push(request);
      return Promise.resolve({ workflow: sampled(Workflow) });
    });
    const outputFiles = [
      { fileId: 'a', sourceFileId: 'b' },
      { fileId: 'c' },
      { fileId: 'd', sourceFileId: null },
    ];
    expect(await send('POST', '/v2/workflows', { ...input, outputFiles })).toMatchObject({
      status: 201,
      body: { id, status: 'finished', engineExecutionId: 4_711, statusMessage: null, outputFiles: [] },
    });
    expect(requests).toMatchObject([
      {
        status: 'WORKFLOW_STATUS_IN_PROGRESS',
        outputFiles: [{ fileId: 'a', sourceFileId: 'b' }, { fileId: 'c' }, { fileId: 'd' }],
      },
    ]);
  });

  it.each([
    ['fileId', 'BAD_REQUEST', { outputFiles: [{ sourceFileId: 'b' }] }],
    ['other', 'VALIDATION_ERROR', { outputFiles: [{ fileId: 'a', other: 1 }] }],
    ['status', 'VALIDATION_ERROR', { status: 'unknown' }],
  ])('are refused with a bad %s: %s', async (field, code, bad) => {
    expect(await send('POST', '/v2/workflows', { ...input, ...bad })).toMatchObject({
      status: 400,
      body: { error: { code, details: { field: expect.stringContaining(field) as unknown } } },
    });
  });

  it('name the fields that change, of which null clears', async () => {
    const requests: unknown[] = [];
    gateway.answer(rpcs.updateWorkflow, (_call, request) => {
      requests.push(request);
      return Promise.resolve({ workflow: sampled(Workflow) });
    });
    await send('PUT', `/v2/workflows/${id}`, { result: null, outputFiles: [{ fileId: 'a' }] });
    expect(requests).toMatchObject([{ workflowId: id, updateMask: ['result', 'output_files'] }]);
  });

  it('are arrays, with the total and the next page in headers', async () => {
    const page = { workflows: [sampled(Workflow)], total: 3, nextCursor: 'next' };
    gateway.answer(rpcs.listWorkflows, () => Promise.resolve(page));
    gateway.answer(rpcs.listFileWorkflows, () => Promise.resolve(page));
    for (const path of ['/v2/workflows?status=error', '/v2/files/f/workflows']) {
      const { headers, body } = await send('GET', path);
      expect(body).toMatchObject([{ id }]);
      expect([headers.get('x-total-count'), headers.get('x-next-cursor')]).toEqual(['3', 'next']);
    }
  });

  it('of another record’s output are refused with 409', async () => {
    gateway.answer(rpcs.createWorkflow, () =>
      Promise.reject(new DomainError('FAILED_PRECONDITION', 'WORKFLOW_OUTPUT_TAKEN', 'no')),
    );
    expect(await send('POST', '/v2/workflows', input)).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT' } },
    });
  });

  it('of a pipeline show the files of the newest 200, each once', async () => {
    const requests: unknown[] = [];
    const file = (fileId: string) => ({ ...sampled(File), id: fileId });
    gateway.answer(rpcs.listPipelineFiles, (_call, request) => {
      requests.push([request.cursor, request.limit]);
      const part = requests.length.toString();
      const files = { input: [file('shared')], output: [file(`made ${part}`)], nextCursor: part };
      return Promise.resolve({ files });
    });
    const { body } = await send('GET', `/v2/pipelines/${randomUUID()}/workflows`);
    expect(requests).toEqual([
      [undefined, 20],
      ...Array.from({ length: 9 }, (_, at) => [(at + 1).toString(), 20]),
    ]);
    const { input: read, output, nextCursor } = body as PipelineFiles;
    expect([read.map((one) => one.id), output.length, nextCursor]).toEqual([['shared'], 10, '10']);
  });
});
