import { File, PresignedUrl } from '@assay/proto/files/v1/file';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { Project } from '@assay/proto/projects/v1/project';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { Run } from '@assay/proto/runs/v1/run';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

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
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  return { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers };
}

const sampleProject = sampled(Project);
const project = {
  id: sampleProject.id,
  name: 'Flood pictures, November',
  description: 'Pictures that readers sent of the flooded harbour.',
  type: 'research',
  organizationId: sampleProject.organizationId,
  createdBy: sampleProject.createdBy,
  createdAt: sampleProject.createdAt?.toISOString(),
  updatedAt: sampleProject.updatedAt?.toISOString(),
};

describe('projects', () => {
  it('are created with 201, of type standard unless said otherwise', async () => {
    gateway.answer(ProjectsServiceService.createProject, (_call, request) =>
      Promise.resolve({ project: { ...sampleProject, ...request } }),
    );
    expect(await json('/v2/projects', post({ name: 'Desk' }))).toEqual({
      status: 201,
      body: { ...project, name: 'Desk', description: null, type: 'standard' },
    });
    const research = post({ name: 'Desk', description: 'd', type: 'research' });
    expect(await json('/v2/projects', research)).toMatchObject({
      body: { type: 'research', description: 'd' },
    });
  });

  it('are listed in an envelope, 20 from the start unless said otherwise', async () => {
    expect(await json('/v2/projects')).toEqual({
      status: 200,
      body: { data: [project], total: 1, totalIsExact: true, limit: 20, offset: 0, nextCursor: null },
    });
    expect(await json('/v2/projects?limit=200&offset=7&type=research')).toMatchObject({
      body: { limit: 200, offset: 7 },
    });
  });

  it('are listed by cursors, from an empty one to the page that names none', async () => {
    const cursors: (string | undefined)[] = [];
    gateway.answer(ProjectsServiceService.listProjects, (_call, { cursor }) => {
      cursors.push(cursor);
      return Promise.resolve({
        projects: [sampleProject],
        total: 10_000,
        totalIsExact: false,
        nextCursor: cursor === '' ? 'next' : undefined,
      });
    });
    const page = { total: 10_000, totalIsExact: false, limit: 20, offset: 0 };
    expect(await json('/v2/projects?cursor=')).toMatchObject({ body: { ...page, nextCursor: 'next' } });
    expect(await json('/v2/projects?cursor=next')).toMatchObject({ body: { ...page, nextCursor: null } });
    await json('/v2/projects');
    expect(cursors).toEqual(['', 'next', undefined]);
  });

  it('are read with their counts of files and runs, of two services', async () => {
    gateway.answer(ProjectsServiceService.getProject, () =>
      Promise.resolve({ project: sampleProject, fileCount: 3 }),
    );
    gateway.answer(RunsServiceService.countRuns, () => Promise.resolve({ runCount: 2 }));
    expect(await json(`/v2/projects/${project.id}`)).toEqual({
      status: 200,
      body: { ...project, fileCount: 3, runCount: 2 },
    });
  });
});

describe('files', () => {
  it('are the same object on both paths, with the names of both documented shapes', async () => {
    const enrichment = { ...sampled(File).enrichment, extra: { nested: [1, null, 'x'] } };
    const file = { ...sampled(File), enrichment, tags: [], additionalInfo: undefined };
    gateway.answer(FilesServiceService.getFile, () => Promise.resolve({ file }));
    const { body } = await json(`/v2/files/${sampled(File).id}`);
    expect(await json(`/v2/projects/${project.id}/files/${sampled(File).id}`)).toEqual({ status: 200, body });
    expect(body).toMatchObject({
      mimeType: 'image/jpeg',
      type: 'image/jpeg',
      size: 3_481_602,
      contentHash: sampled(File).sha256,
      enrichmentStatus: 'completed',
      enrichment,
      privacyLevel: 'private',
      origin: 'user_upload',
      folderId: null,
      tags: [],
      additionalInfo: {},
    });
    expect(body).not.toHaveProperty('enrichmentError');
  });

  it('are listed by status and by a prefix of the type', async () => {
    const requests: unknown[] = [];
    gateway.answer(FilesServiceService.listFiles, (_call, request) => {
      requests.push(request);
      return Promise.resolve({ files: [sampled(File)], total: 41 });
    });
    const query = 'enrichmentStatus=failed&mimeType=image/&limit=1&offset=40';
    expect(await json(`/v2/projects/${project.id}/files?${query}`)).toMatchObject({
      body: { total: 41, limit: 1, offset: 40, data: [{ id: sampled(File).id }] },
    });
    expect(requests).toMatchObject([
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
    const download = await gateway.fetch(`/v2/files/${sampled(File).id}/download`);
    const { url, expiresAt } = sampled(PresignedUrl);
    expect([download.status, download.headers.get('location')]).toEqual([302, url]);
    expect(await json(`/v2/files/${sampled(File).id}/presigned-url`)).toEqual({
      status: 200,
      body: { url, expiresAt: expiresAt?.toISOString() },
    });
  });
});

describe('verification runs', () => {
  const runs = `/v2/projects/${project.id}/verification-runs`;

  it('are started by either documented shape of the body', async () => {
    const requests: unknown[] = [];
    gateway.answer(RunsServiceService.startRun, (_call, request) => {
      requests.push(request);
      return Promise.resolve({ run: sampled(Run) });
    });
    const contextId = 'c'.repeat(24);
    const context = { capturedAt: '2026-01-01', people: [1, { deep: null }] };
    const limits = { pipelineVersion: '1', maxCostCents: 10 };
    const camel = { pipelineSlug: 'p', fileIds: ['f'], contextId, contextData: context, ...limits };
    const snake = { pipeline_id: 'p', file_ids: ['f'], context_id: contextId, context, ...limits };
    expect(await json(runs, post(camel))).toMatchObject({ status: 201, body: { id: sampled(Run).id } });
    expect(await json(runs, post(snake))).toMatchObject({ status: 201, body: { id: sampled(Run).id } });
    const request = {
      projectId: project.id,
      pipelineSlug: 'p',
      fileIds: ['f'],
      contextId,
      contextData: context,
      ...limits,
    };
    expect(requests).toEqual([request, request]);
  });

  it.each([
    [{ pipelineSlug: 'p', fileIds: [], file_ids: [] }, 'VALIDATION_ERROR', 'file_ids'],
    [{ pipeline_id: 'p', pipelineSlug: 'p', fileIds: [] }, 'VALIDATION_ERROR', 'pipelineSlug'],
    [{ pipeline_id: 'p', contextData: {} }, 'VALIDATION_ERROR', 'contextData'],
    [{ pipelineSlug: 'p', fileIds: ['f'], context: {} }, 'VALIDATION_ERROR', 'context'],
    [{ context: {}, pipelineSlug: 'p', fileIds: ['f'] }, 'VALIDATION_ERROR', 'context'],
    [{ pipelineSlug: 'p', file_ids: ['f'] }, 'VALIDATION_ERROR', 'file_ids'],
    [{ pipeline_id: 'p', maxCostCents: 2 ** 31 }, 'VALIDATION_ERROR', 'maxCostCents'],
    [{ pipeline_id: 'p', fileIds: ['f'] }, 'VALIDATION_ERROR', 'fileIds'],
    [
      { pipelineSlug: 'p', fileIds: ['f'], pipeline_id: 'p', file_ids: ['f'] },
      'VALIDATION_ERROR',
      'pipelineSlug',
    ],
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
    const { body } = await json(`${runs}/${sampled(Run).id}`);
    expect(await json(`/v2/verification-runs/${sampled(Run).id}`)).toEqual({ status: 200, body });
    expect(body).toMatchObject({
      pipelineId: 'image-authenticity',
      pipelineSlug: 'image-authenticity',
      status: 'completed',
      verdict: 'unverified',
      confidence: 0.2,
      confidenceMeaning: 'coverage',
      prior: 0.1,
      scorecard: { provenance: 0.5, coverage: 0.2 },
      fileIds: [sampled(File).id],
      files: [{ id: sampled(File).id, name: 'harbour.jpg', type: 'image/jpeg', role: 'subject' }],
      contextId: null,
      error: null,
      completedAt: sampled(Run).completedAt?.toISOString(),
      stages: [
        {
          slug: 'metadata',
          stageSlug: 'metadata',
          type: 'ai',
          stageType: 'ai',
          order: 0,
          stageOrder: 0,
          status: 'completed',
          verdict: null,
          confidence: null,
          summary: 'The metadata agree with each other and with the file.',
          verificationPipelineRunId: sampled(Run).id,
          artifacts: { checks: [{ name: 'exif-consistency', outcome: 'consistent' }] },
        },
      ],
    });
  });

  it('are listed without stages, by status and pipeline', async () => {
    const requests: unknown[] = [];
    gateway.answer(RunsServiceService.listRuns, (_call, request) => {
      requests.push(request);
      return Promise.resolve({ runs: [sampled(Run)], total: 1 });
    });
    const { body } = await json(`${runs}?status=awaiting_crowd&pipeline_id=image-authenticity`);
    expect(body).toMatchObject({ total: 1, limit: 20, offset: 0, data: [{ id: sampled(Run).id }] });
    expect(JSON.stringify(body)).not.toContain('stages');
    expect(requests).toMatchObject([
      { status: 'RUN_STATUS_AWAITING_CROWD', pipelineSlug: 'image-authenticity' },
    ]);
  });

  it('give their report in the form asked for, in which no script may run', async () => {
    const formats = await Promise.all(
      ['', '?format=html', '?format=md', '?format=json'].map(async (query) => {
        const response = await gateway.fetch(`${runs}/${sampled(Run).id}/report${query}`);
        expect(response.headers.get('content-security-policy')).toContain('sandbox');
        return response.text();
      }),
    );
    expect(formats).toEqual(['HTML', 'HTML', 'MD', 'JSON'].map((format) => `REPORT_FORMAT_${format}`));
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
    gateway.answer(RunsServiceService.listArtifacts, () => Promise.resolve({ artifacts: [artifact] }));
    expect(await json(`${runs}/${sampled(Run).id}/artifacts`)).toEqual({ status: 200, body: [artifact] });
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
    const balance = { balanceCents: 10_000, availableCents: 9_950, heldCents: 50 };
    expect(await json('/v2/transactions/balance')).toEqual({ status: 200, body: balance });
  });
});
