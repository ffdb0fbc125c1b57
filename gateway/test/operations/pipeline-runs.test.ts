import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '@assay/chassis/errors';
import { PipelineRun } from '@assay/proto/files/v1/pipeline_run';
import { PipelineRunsServiceService } from '@assay/proto/files/v1/pipeline_runs_service';
import { sampled } from '../credentials.ts';
import { send } from '../rest-client.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const run = sampled(PipelineRun);
const { fileId, projectId = '' } = run;
const retryIt = `POST /v2/projects/${projectId}/files/${fileId}/enrichment/retry`;

describe('reading a file once more', () => {
  it('answers the run with every member of a pipeline run', async () => {
    gateway.answer(PipelineRunsServiceService.retryEnrichment, () => Promise.resolve({ pipelineRun: run }));
    const { status, body } = await send(gateway, retryIt);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'pending', jobId: null, result: null, error: null, fileId });
  });

  it('is 409 with the state while the file is being read', async () => {
    const details = { state: 'running', allowed: ['completed', 'failed'] };
    gateway.answer(PipelineRunsServiceService.retryEnrichment, () =>
      Promise.reject(
        new DomainError(
          'FAILED_PRECONDITION',
          'ENRICHMENT_UNFINISHED',
          'The enrichment of the file has not ended. Wait for it and try again.',
          {
            details,
          },
        ),
      ),
    );
    expect(await send(gateway, retryIt)).toMatchObject({
      status: 409,
      body: { error: { code: 'INVALID_STATE', details } },
    });
  });
});
