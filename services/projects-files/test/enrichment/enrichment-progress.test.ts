import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { createLogger } from '@assay/chassis/logger';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import { EnrichmentStatus, EnrichmentStep } from '@assay/proto/files/v1/file';
import type { File } from '@assay/proto/files/v1/file';
import { eventually } from '@assay/test-kit/eventually';
import { createEnrichmentWorker } from '../../src/domain/file/enrich-file.ts';
import type { TakenFile } from '../../src/domain/file/file.ts';
import type { MediaReader } from '../../src/media-reader/media-reader.ts';
import { createFileStore } from '../../src/store/file/file-store.ts';
import { image } from '../content.ts';
import type { Started } from '../start.ts';
import { startWithProject } from '../started-project.ts';

let running: Started;
let call: OutgoingCall;
let projectId: string;
beforeAll(async () => {
  ({ running, call, projectId } = await startWithProject({ ROLES: 'api,relay' }));
});
afterAll(() => running.stop());

const store = async (): Promise<string> => {
  const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  return file?.id ?? '';
};
const read = async (fileId: string): Promise<File> => {
  const { file } = await running.files.getFile(call, { fileId, projectId });
  if (file === undefined) throw new Error('no file');
  return file;
};
const runOf = async (fileId: string) => {
  const page = { limit: 10, offset: 0, cursor: undefined };
  const { pipelineRuns } = await running.pipelineRuns.listPipelineRuns(call, { ...page, projectId, fileId });
  return pipelineRuns[0];
};
const work = () => createFileStore(running.db, { notify: () => undefined }).enrichments.image;
const take = async (): Promise<TakenFile> => {
  const taken = await work().take(running.clock.now());
  if (taken === undefined || taken === 'full') throw new Error('not taken');
  return taken;
};
const at = new Date('2026-11-19T16:20:11.000Z');
const halfway = { step: 'measuring', share: 0.5, updatedAt: at } as const;

/** A worker whose files are read as the test says. */
function workerThat(reads: MediaReader['read']) {
  const { clock, storage } = running;
  const temporaryFolders = createTemporaryFolders(running.config.enrichmentTempDir, { clock });
  const mediaReader = { read: reads, close: () => Promise.resolve() };
  const logger = createLogger({ name: 'test', level: 'silent' });
  const deps = { clock, storage, mediaReader, temporaryFolders, logger, enrichments: work() };
  return createEnrichmentWorker(deps, { slots: 1, stopping: new AbortController().signal });
}

describe('the progress of an enrichment', () => {
  it('is seen at the file and at its run while it is read, and gone once it is', async () => {
    const fileId = await store();
    const over = Promise.withResolvers<undefined>();
    const working = workerThat(async ({ onStep }) => {
      onStep('measuring', () => 0.25);
      await over.promise;
      return { ok: false, code: 'undecodable', reason: 'it is broken' };
    }).processNext(new AbortController().signal);
    const progress = { step: EnrichmentStep.MEASURING, share: 0.25, updatedAt: expect.any(Date) };
    await eventually(async () => {
      expect((await read(fileId)).enrichmentProgress).toEqual(progress);
    });
    expect(await runOf(fileId)).toMatchObject({ progress });
    over.resolve(undefined);
    await working;
    expect(await read(fileId)).toMatchObject({
      enrichmentStatus: EnrichmentStatus.FAILED,
      enrichmentProgress: undefined,
    });
    expect(await runOf(fileId)).toMatchObject({ progress: undefined, error: 'it is broken' });
  });

  it('is what the worker says that has taken the file last', async () => {
    const fileId = await store();
    const first = await take();
    await work().report(first, halfway);
    expect((await read(fileId)).enrichmentProgress).toMatchObject({ share: 0.5, updatedAt: at });
    const waiting = { enrichmentStatus: 'pending' };
    await running.db.collection<{ _id: string }>('files').updateOne({ _id: fileId }, { $set: waiting });
    expect((await read(fileId)).enrichmentProgress).toBeUndefined();
    const second = await take();
    expect((await read(fileId)).enrichmentProgress).toBeUndefined();
    await work().report(first, halfway);
    expect((await read(fileId)).enrichmentProgress).toBeUndefined();
    await work().report(second, { ...halfway, share: undefined });
    expect((await read(fileId)).enrichmentProgress).toMatchObject({ share: undefined, updatedAt: at });
    await work().finish(second.file, { kind: 'failed', reason: 'no' }, running.clock.now());
    await work().report(second, halfway);
    expect((await read(fileId)).enrichmentProgress).toBeUndefined();
  });
});
