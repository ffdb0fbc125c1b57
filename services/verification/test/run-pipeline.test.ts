import { readFile } from 'node:fs/promises';
import { newId } from '@assay/chassis/ids';
import { PipelineRunStatus } from '@assay/proto/files/v1/pipeline_run';
import type { RunPipelineRequest } from '@assay/proto/runs/v1/runs_service';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunPlatform } from './run-platform.ts';
import type { RunPlatform } from './run-platform.ts';

let started: RunPlatform;
let order: RunPipelineRequest;
let textFileId: string;
beforeAll(async () => {
  started = await startRunPlatform();
  const { rest } = started;
  const { projectId, pipelineSlug, fileIds } = started.order;
  const upload = async (name: string, bytes: Buffer, type: string): Promise<string> => {
    const { body } = await rest.upload(projectId, { name, bytes, type });
    await awaitEnrichment(rest, body.id as string);
    return body.id as string;
  };
  const second = await upload('b.jpg', await readFile(smallPhotograph()), 'image/jpeg');
  textFileId = await upload('c.txt', Buffer.from('plain words'), 'text/plain');
  order = { projectId, pipelineSlug, fileIds: [second, ...fileIds], contextId: undefined };
});
afterAll(() => started.stop());

const run = (given: Partial<RunPipelineRequest> = {}, by = started.user) =>
  started.runs.runPipeline(by, { ...order, ...given });
const count = async () =>
  (await started.runs.countRuns(started.user, { projectId: order.projectId })).runCount;

describe('running a pipeline over files', () => {
  it('starts one run for each, whose records follow them to their verdicts, and charges each once', async () => {
    const { rest, organizationId } = started;
    const { projectId, pipelineSlug } = order;
    const { runs } = await run();
    const fresh = { status: PipelineRunStatus.PENDING, result: undefined, error: undefined };
    expect(runs).toMatchObject(
      order.fileIds.map((fileId) => ({ ...fresh, fileId, projectId, organizationId, pipelineSlug })),
    );
    for (const { jobId = '' } of runs) {
      const { status, verdict, confidence, files } = await awaitRunEnd(rest, { projectId, id: jobId });
      expect([status, files.length]).toEqual(['completed', 1]);
      await eventually(async () => {
        const { body } = await rest.get(`/v2/projects/${projectId}/pipeline-runs`);
        const record = body.find((one: { jobId: string }) => one.jobId === jobId);
        expect(record).toMatchObject({ status, result: { verdict, confidence }, error: null, pipelineSlug });
      });
    }
    const { body } = await rest.get(`/v2/projects/${projectId}/dossier`);
    expect(body.pipelines[pipelineSlug]).toMatchObject({ totalRuns: 2, completed: 2 });
  });

  it('lists the runs at once', async () => {
    const { projectId } = order;
    for (let count = 0; count < 5; count += 1) {
      const { runs } = await run();
      const { body } = await started.rest.get(`/v2/projects/${projectId}/pipeline-runs`);
      const listed = (body as { jobId: string | null }[]).map(({ jobId }) => jobId);
      expect(listed).toEqual(expect.arrayContaining(runs.map(({ jobId }) => jobId)));
    }
  });

  it('records that a run was canceled', async () => {
    const { rest } = started;
    const { projectId } = order;
    const [one] = (await run({ fileIds: order.fileIds.slice(0, 1) })).runs;
    const { body } = await rest.post(
      `/v2/projects/${projectId}/verification-runs/${one?.jobId ?? ''}/cancel`,
    );
    expect(body.status).toBe('failed');
    await eventually(async () => {
      const { body: records } = await rest.get(`/v2/projects/${projectId}/pipeline-runs`);
      expect(records[0]).toMatchObject({ jobId: one?.jobId, status: 'failed', error: 'canceled' });
    });
  });

  it.each<[string, () => Partial<RunPipelineRequest>, object]>([
    ['an unknown pipeline', () => ({ pipelineSlug: 'none' }), { status: 'NOT_FOUND' }],
    ['an unknown project', () => ({ projectId: newId() }), { status: 'NOT_FOUND' }],
    ['one unknown file', () => ({ fileIds: [...order.fileIds, newId()] }), { status: 'NOT_FOUND' }],
    ['an unknown context', () => ({ contextId: newId() }), { status: 'NOT_FOUND' }],
    ['no file', () => ({ fileIds: [] }), { status: 'INVALID_ARGUMENT', details: { field: 'fileIds' } }],
    ['51 files', () => ({ fileIds: Array.from({ length: 51 }, newId) }), { status: 'INVALID_ARGUMENT' }],
    ['a file named twice', () => ({ fileIds: [textFileId, textFileId] }), { status: 'INVALID_ARGUMENT' }],
    [
      'a file of another type',
      () => ({ fileIds: [...order.fileIds, textFileId] }),
      { details: { field: 'fileIds' } },
    ],
  ])('is refused for %s, and nothing is started', async (_what, change, refusal) => {
    const before = await count();
    expect(await catchRefusal(run(change()))).toMatchObject(refusal);
    expect(await count()).toBe(before);
  });

  it('is refused without the module, and finds nothing of another organization', async () => {
    const { organizationId } = started;
    expect(await catchRefusal(run({}, callBy({ organizationId, modules: [] })))).toMatchObject({
      reason: 'MODULE_NOT_ENABLED',
    });
    const missing = await catchRefusal(run({ projectId: newId() }));
    expect(await catchRefusal(run({}, callBy()))).toEqual(missing);
  });
});
