import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { DeletionAnswer } from '@assay/proto/files/v1/files_service';
import { FileEnriched } from '@assay/proto/files/v1/file_events';
import { PipelineRunStatus } from '@assay/proto/files/v1/pipeline_run';
import type { PipelineRun } from '@assay/proto/files/v1/pipeline_run';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { image, wav } from '../content.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { connectEvents, startWithProject } from '../started-project.ts';
import type { StartedProject } from '../started-project.ts';

let running: Started;
let call: OutgoingCall;
let projectId: string;
let store: StartedProject['store'];
let becomes: StartedProject['becomes'];
beforeAll(async () => {
  ({ running, call, projectId, store, becomes } = await startWithProject());
});
afterAll(() => running.stop());

const retry = async (fileId: string, by = call): Promise<PipelineRun> => {
  const { pipelineRun } = await running.pipelineRuns.retryEnrichment(by, { projectId, fileId });
  if (pipelineRun === undefined) throw new Error('no run');
  return pipelineRun;
};
const page = { limit: 200, offset: 0, cursor: undefined };
const runsOf = async (fileId: string): Promise<PipelineRun[]> =>
  (await running.pipelineRuns.listPipelineRuns(call, { ...page, projectId, fileId })).pipelineRuns;
const statusesOf = async (fileId: string) => (await runsOf(fileId)).map(({ status }) => status);
/** Nobody takes what is asked for while this is so. */
const hold = (fileId: string, held: object) =>
  running.db.collection<{ _id: string }>('files').updateOne({ _id: fileId }, { $set: held });

/** Resolves once the end of the only reading was stored with its run, which is told of by an event. */
const isRecorded = (fileId: string) =>
  eventually(async () => {
    const recorded = await running.db.collection('pipeline_runs').findOne({ fileId });
    expect(recorded).toMatchObject({ status: 'completed' });
  });

const { COMPLETED, FAILED, PENDING, RUNNING } = PipelineRunStatus;
const unfinished = (state: string) => ({
  status: 'FAILED_PRECONDITION',
  reason: 'ENRICHMENT_UNFINISHED',
  details: { state, allowed: ['completed', 'failed'] },
});

describe('an enrichment', () => {
  it('is a pipeline run that ends as it does, with what was read or why it was not', async () => {
    const picture = await store(await image('png'));
    const sound = await store(wav());
    const broken = await store((await image('jpeg')).subarray(0, 200));
    const { enrichment } = await becomes(picture, EnrichmentStatus.COMPLETED);
    await becomes(sound, EnrichmentStatus.COMPLETED);
    const { enrichmentError } = await becomes(broken, EnrichmentStatus.FAILED);
    const { organizationId } = call;
    expect(await runsOf(picture)).toEqual([
      {
        id: expect.stringMatching(/^[a-z0-9]{24}$/u),
        pipelineSlug: 'enrich-image',
        status: COMPLETED,
        fileId: picture,
        projectId,
        organizationId,
        jobId: undefined,
        error: undefined,
        result: enrichment,
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      },
    ]);
    expect(await runsOf(sound)).toMatchObject([{ pipelineSlug: 'enrich-audio', status: COMPLETED }]);
    const failed = { status: FAILED, result: undefined, error: enrichmentError };
    expect(await runsOf(broken)).toMatchObject([failed]);
    await eventually(async () => {
      const recorded = await running.db.collection('pipeline_runs').find({}).toArray();
      expect(recorded.map(({ status }) => status as string).toSorted()).toEqual([
        'completed',
        'completed',
        'failed',
      ]);
    });
  });

  it('is recorded when it ends where the upload died before it was', async () => {
    const fileId = await store(await image('png'));
    await becomes(fileId, EnrichmentStatus.COMPLETED);
    await isRecorded(fileId);
    await running.db.collection('pipeline_runs').deleteMany({ fileId });
    const events = await connectEvents(running);
    const { organizationId } = call;
    const ended = newEvent(
      FileEnriched,
      { fileId, projectId, organizationId, succeeded: true },
      { organizationId },
    );
    // Delivered again, it changes nothing.
    for (const event of [ended, { ...ended, id: newId() }]) await createPublisher(events).publish(event);
    await eventually(async () => expect(await statusesOf(fileId)).toEqual([COMPLETED]));
    await events.close();
  });
});

describe('a retry', () => {
  it('has a completed file read once more', async () => {
    const fileId = await store(await image('png'));
    const { enrichment } = await becomes(fileId, EnrichmentStatus.COMPLETED);
    const run = await retry(fileId);
    expect(run).toMatchObject({ fileId, projectId, status: PENDING, pipelineSlug: 'enrich-image' });
    await becomes(fileId, EnrichmentStatus.COMPLETED);
    const both = [{ id: run.id }, { status: COMPLETED, result: enrichment }];
    expect(await runsOf(fileId)).toMatchObject(both);
    await eventually(async () => expect(await statusesOf(fileId)).toEqual([COMPLETED, COMPLETED]));
  });

  it('has a file read that failed, as often as it takes', async () => {
    const fileId = await store(await image('png'));
    await becomes(fileId, EnrichmentStatus.COMPLETED);
    await hold(fileId, {
      enrichmentStatus: 'failed',
      enrichmentError: 'no luck',
      enrichment: null,
      attempts: 8,
    });
    await retry(fileId);
    const file = await becomes(fileId, EnrichmentStatus.COMPLETED);
    expect(file).toMatchObject({ enrichmentError: undefined, enrichment: { width: 64 } });
  });

  it('gives a file from before its first run', async () => {
    const fileId = await store(await image('png'));
    await becomes(fileId, EnrichmentStatus.COMPLETED);
    await isRecorded(fileId);
    await running.db
      .collection<{ _id: string }>('files')
      .updateOne({ _id: fileId }, { $unset: { enrichmentRun: true, mediaKind: true } });
    await running.db.collection('pipeline_runs').deleteMany({ fileId });
    const { id } = await retry(fileId);
    await becomes(fileId, EnrichmentStatus.COMPLETED);
    expect(await runsOf(fileId)).toMatchObject([{ id }]);
  });

  it('finds no file of another organization or of another project', async () => {
    const fileId = await store(await image('png'));
    await becomes(fileId, EnrichmentStatus.COMPLETED);
    const missing = await catchRefusal(retry(newId()));
    expect(missing).toMatchObject({ status: 'NOT_FOUND', reason: 'FILE_NOT_FOUND' });
    expect(await catchRefusal(retry(fileId, callBy()))).toEqual(missing);
    const other = await newProject(running, call);
    const elsewhere = running.pipelineRuns.retryEnrichment(call, { projectId: other, fileId });
    expect(await catchRefusal(elsewhere)).toEqual(missing);
  });
});

describe('a retry that nobody has taken yet', () => {
  let quiet: Started;
  beforeAll(async () => {
    quiet = await start({ ROLES: 'api' });
  });
  afterAll(() => quiet.stop());

  it('is one of many at once, leaves readable what was read, and is in the way of the next one', async () => {
    const by = callBy();
    const inProject = await newProject(quiet, by);
    const { file } = await quiet.uploader.upload(by, inProject, { bytes: await image('png') });
    const request = { projectId: inProject, fileId: file?.id ?? '' };
    const set = (state: object) =>
      quiet.db.collection<{ _id: string }>('files').updateOne({ _id: request.fileId }, { $set: state });
    const retryIt = () => quiet.pipelineRuns.retryEnrichment(by, request);
    await set({ enrichmentStatus: 'completed', enrichment: { width: 64 }, outbox: [] });
    const answers = await Promise.allSettled(Array.from({ length: 6 }, retryIt));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { file: waiting } = await quiet.files.getFile(by, request);
    expect(waiting).toMatchObject({ enrichmentStatus: EnrichmentStatus.PENDING, enrichment: { width: 64 } });
    for (const [state, status] of [
      ['pending', PENDING],
      ['running', RUNNING],
    ] as const) {
      await set({ enrichmentStatus: state });
      expect(await catchRefusal(retryIt())).toMatchObject(unfinished(state));
      const { pipelineRuns } = await quiet.pipelineRuns.listPipelineRuns(by, { ...page, ...request });
      expect(pipelineRuns.map((run) => run.status)).toEqual([status, COMPLETED]);
    }
  });
});

describe('the list of pipeline runs', () => {
  it('hides projects of others as not found', async () => {
    const list = (by: OutgoingCall, id: string) =>
      running.pipelineRuns.listPipelineRuns(by, { ...page, projectId: id, fileId: '' });
    const missing = await catchRefusal(list(call, newId()));
    expect(missing).toMatchObject({ status: 'NOT_FOUND', reason: 'PROJECT_NOT_FOUND' });
    expect(await catchRefusal(list(callBy(), projectId))).toEqual(missing);
  });

  it('keeps runs of deleted files, ended', async () => {
    const fileId = await store(await image('png'));
    await becomes(fileId, EnrichmentStatus.COMPLETED);
    await isRecorded(fileId);
    await running.db.collection('pipeline_runs').updateOne({ fileId }, { $set: { status: 'pending' } });
    await running.files.deleteFile(call, { fileId, answer: DeletionAnswer.UNSPECIFIED });
    expect(await runsOf(fileId)).toMatchObject([{ status: FAILED, error: 'the file was deleted' }]);
  });
});
