import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cannedFile, cannedProject, cannedRun } from './canned-messages.ts';
import { startTestGateway } from './start-gateway.ts';
import type { TestGateway } from './start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

async function json(path: string, init?: RequestInit) {
  const response = await gateway.fetch(path, init);
  return { status: response.status, body: await response.json() };
}

function post(body: unknown): RequestInit {
  const headers = { 'x-api-key': 'assay_canned', 'content-type': 'application/json' };
  return { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers };
}

const project = {
  id: cannedProject.id,
  name: 'Desk',
  description: null,
  type: 'standard',
  organizationId: 'organization',
  createdBy: 'user',
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:01:00.000Z',
};

describe('projects', () => {
  it('are created with 201, of type standard unless said otherwise', async () => {
    expect(await json('/v2/projects', post({ name: 'Desk' }))).toEqual({ status: 201, body: project });
    const research = post({ name: 'Desk', description: 'd', type: 'research' });
    expect(await json('/v2/projects', research)).toMatchObject({
      body: { type: 'research', description: 'd' },
    });
  });

  it('are listed in an envelope, 20 from the start unless said otherwise', async () => {
    expect(await json('/v2/projects')).toEqual({
      status: 200,
      body: { data: [project], total: 1, limit: 20, offset: 0 },
    });
    expect(await json('/v2/projects?limit=200&offset=7&type=research')).toMatchObject({
      body: { limit: 200, offset: 7 },
    });
  });

  it('are read with their counts of files and runs, of two services', async () => {
    expect(await json(`/v2/projects/${project.id}`)).toEqual({
      status: 200,
      body: { ...project, fileCount: 3, runCount: 2 },
    });
  });
});

describe('files', () => {
  it('are the same object on both paths, with the names of both documented shapes', async () => {
    const { body } = await json(`/v2/files/${cannedFile.id}`);
    expect(await json(`/v2/projects/${project.id}/files/${cannedFile.id}`)).toEqual({ status: 200, body });
    expect(body).toMatchObject({
      mimeType: 'image/jpeg',
      type: 'image/jpeg',
      size: 1234,
      contentHash: cannedFile.sha256,
      enrichmentStatus: 'completed',
      enrichment: cannedFile.enrichment,
      privacyLevel: 'private',
      origin: 'user_upload',
      folderId: null,
      tags: [],
      additionalInfo: {},
    });
    expect(body).not.toHaveProperty('enrichmentError');
  });

  it('are listed by status and by a prefix of the type', async () => {
    const asked: unknown[] = [];
    gateway.rpcs.files.listFiles = (_call, request) => {
      asked.push(request);
      return Promise.resolve({ files: [cannedFile], total: 41 });
    };
    const query = 'enrichmentStatus=failed&mimeType=image/&limit=1&offset=40';
    expect(await json(`/v2/projects/${project.id}/files?${query}`)).toMatchObject({
      body: { total: 41, limit: 1, offset: 40, data: [{ id: cannedFile.id }] },
    });
    expect(asked).toEqual([
      {
        projectId: project.id,
        enrichmentStatus: 'ENRICHMENT_STATUS_FAILED',
        mimeType: 'image/',
        limit: 1,
        offset: 40,
      },
    ]);
  });

  it('are downloaded through a redirect to a link, which can also be asked for', async () => {
    const download = await gateway.fetch(`/v2/files/${cannedFile.id}/download`);
    expect([download.status, download.headers.get('location')]).toEqual([302, 'http://127.0.0.1/object']);
    expect(await json(`/v2/files/${cannedFile.id}/presigned-url`)).toEqual({
      status: 200,
      body: { url: 'http://127.0.0.1/object', expiresAt: '2026-11-21T10:00:00.000Z' },
    });
  });
});

describe('verification runs', () => {
  const runs = `/v2/projects/${project.id}/verification-runs`;

  it('are started by either documented shape of the body', async () => {
    const asked: unknown[] = [];
    gateway.rpcs.runs.startRun = (_call, request) => {
      asked.push(request);
      return Promise.resolve({ run: cannedRun });
    };
    const contextId = 'c'.repeat(24);
    const context = { capturedAt: '2026-01-01', people: [1, { deep: null }] };
    const camel = { pipelineSlug: 'p', fileIds: ['f'], contextId, contextData: context };
    const snake = { pipeline_id: 'p', file_ids: ['f'], context_id: contextId, context };
    expect(await json(runs, post(camel))).toMatchObject({ status: 201, body: { id: cannedRun.id } });
    expect(await json(runs, post(snake))).toMatchObject({ status: 201, body: { id: cannedRun.id } });
    const request = {
      projectId: project.id,
      pipelineSlug: 'p',
      fileIds: ['f'],
      contextId,
      contextData: context,
    };
    expect(asked).toEqual([request, request]);
  });

  it.each([
    [{ pipelineSlug: 'p', file_ids: [] }, 'BAD_REQUEST', 'fileIds'],
    [{ pipelineSlug: 'p', fileIds: [], file_ids: [] }, 'VALIDATION_ERROR', 'file_ids'],
    [{ pipeline_id: 'p', pipelineSlug: 'p', fileIds: [] }, 'VALIDATION_ERROR', 'pipeline_id'],
    [{ pipeline_id: 'p', contextData: {} }, 'BAD_REQUEST', 'pipelineSlug'],
    [{ pipelineSlug: 'p', fileIds: [], contextId: 'short' }, 'VALIDATION_ERROR', 'contextId'],
    [{ pipelineSlug: 'p', fileIds: [7] }, 'VALIDATION_ERROR', 'fileIds.0'],
    [{ pipelineSlug: 'p', fileIds: Array.from({ length: 51 }, String) }, 'VALIDATION_ERROR', 'fileIds'],
    [{ pipelineSlug: 'p', fileIds: ['f', 'f'] }, 'VALIDATION_ERROR', 'fileIds'],
    [{ pipelineSlug: 'p'.repeat(101), fileIds: [] }, 'VALIDATION_ERROR', 'pipelineSlug'],
    [{ file_ids: [] }, 'BAD_REQUEST', 'pipeline_id'],
    [{}, 'BAD_REQUEST', 'pipeline_id'],
  ])('are refused for %j', async (body, code, field) => {
    expect(await json(runs, post(body))).toMatchObject({
      status: 400,
      body: { error: { code, details: { field } } },
    });
  });

  it('carry the names of both documented shapes, with stages on reading', async () => {
    const { body } = await json(`${runs}/${cannedRun.id}`);
    expect(await json(`/v2/verification-runs/${cannedRun.id}`)).toEqual({ status: 200, body });
    expect(body).toMatchObject({
      pipelineId: 'image-authenticity',
      pipelineSlug: 'image-authenticity',
      status: 'completed',
      verdict: 'unverified',
      confidence: 0.25,
      scorecard: { provenance: 0.5 },
      fileIds: [cannedFile.id],
      files: [{ id: cannedFile.id, name: 'harbour.jpg', type: 'image/jpeg', role: 'subject' }],
      contextId: null,
      error: null,
      completedAt: '2026-11-21T09:01:00.000Z',
      stages: [
        {
          slug: 'fusion',
          stageSlug: 'fusion',
          type: 'ai',
          stageType: 'ai',
          order: 0,
          stageOrder: 0,
          status: 'completed',
          verdict: null,
          confidence: null,
          summary: 'Weighed.',
          verificationPipelineRunId: cannedRun.id,
          artifacts: { checks: [{ name: 'x', ratio: 1 }] },
        },
      ],
    });
  });

  it('are listed without stages, by status and pipeline', async () => {
    const asked: unknown[] = [];
    gateway.rpcs.runs.listRuns = (_call, request) => {
      asked.push(request);
      return Promise.resolve({ runs: [cannedRun], total: 1 });
    };
    const { body } = await json(`${runs}?status=awaiting_crowd&pipeline_id=image-authenticity`);
    expect(body).toMatchObject({ total: 1, limit: 20, offset: 0, data: [{ id: cannedRun.id }] });
    expect(JSON.stringify(body)).not.toContain('stages');
    expect(asked).toMatchObject([
      { status: 'RUN_STATUS_AWAITING_CROWD', pipelineSlug: 'image-authenticity' },
    ]);
  });

  it('give their report in the form asked for, in which no script may run', async () => {
    const asked = await Promise.all(
      ['', '?format=html', '?format=md', '?format=json'].map(async (query) => {
        const response = await gateway.fetch(`${runs}/${cannedRun.id}/report${query}`);
        expect(response.headers.get('content-security-policy')).toContain('sandbox');
        return response.text();
      }),
    );
    expect(asked).toEqual(['HTML', 'HTML', 'MD', 'JSON'].map((format) => `REPORT_FORMAT_${format}`));
  });

  it('list what their stages made, and nothing a newer service may add to it', async () => {
    const artifact = {
      id: 'a',
      stageSlug: 'fusion',
      type: 'heatmap',
      mimeType: 'image/png',
      url: 'http://127.0.0.1/a',
      width: 4,
      height: 3,
      legend: 'Red is odd.',
      sha256: 'cd',
    };
    gateway.rpcs.runs.listArtifacts = () => Promise.resolve({ artifacts: [artifact] });
    expect(await json(`${runs}/${cannedRun.id}/artifacts`)).toEqual({ status: 200, body: [artifact] });
  });
});

describe('the rest', () => {
  it('shows the catalog as an array and one pipeline by its slug', async () => {
    const { body } = await json('/v2/pipelines/catalog/image-authenticity');
    expect(body).toMatchObject({
      slug: 'image-authenticity',
      tier: 'ai-only',
      status: 'active',
      costCredits: 50,
    });
    expect(await json('/v2/pipelines/catalog')).toEqual({ status: 200, body: [body] });
  });

  it('shows what is not spent as the balance', async () => {
    const balance = { balanceCents: 100, availableCents: 70, heldCents: 30 };
    expect(await json('/v2/transactions/balance')).toEqual({ status: 200, body: balance });
  });

  it('states the limits it enforces', async () => {
    expect(await json('/v2/limits')).toEqual({
      status: 200,
      body: {
        maxUploadBytes: {
          image: 52_428_800,
          audio: 209_715_200,
          video: 2_147_483_647,
          document: 104_857_600,
        },
        maxFilesPerUpload: 1,
        maxFileIdsPerRun: 50,
        rateLimits: { windowSeconds: 900, authenticated: 3000, anonymous: 150 },
      },
    });
  });
});
