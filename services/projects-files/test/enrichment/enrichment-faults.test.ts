import { readdir, utimes, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { eventually } from '@assay/test-kit/eventually';
import { createLogger } from '@assay/chassis/logger';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import { redrive } from '@assay/chassis/work/redrive';
import { image } from '../content.ts';
import { killed } from '@assay/media/isolate/job-failures';
import type { JobResult } from '@assay/media/isolate/job-types';
import type { MediaReader } from '../../src/media-reader/media-reader.ts';
import type { Reading } from '../../src/domain/file/reading.ts';
import { createEnrichmentWorker } from '../../src/domain/file/enrich-file.ts';
import { createFileStore } from '../../src/store/file/file-store.ts';
import { startProcess } from '../own-process.ts';
import type { Started } from '../start.ts';
import { startWithProject } from '../started-project.ts';
import type { StartedProject } from '../started-project.ts';

let running: Started;
let store: StartedProject['store'];
let read: StartedProject['read'];
let becomes: StartedProject['becomes'];
beforeAll(async () => {
  const settings = { ROLES: 'api,relay', ENRICHMENT_ACK_WAIT_MS: '1000' };
  ({ running, store, read, becomes } = await startWithProject(settings));
});
afterAll(() => running.stop());

const worker = () => startProcess({ ...running.environment, ROLES: 'worker' });
const statusesOf = (fileIds: readonly string[]) =>
  Promise.all(fileIds.map(async (fileId) => (await read(fileId)).enrichmentStatus));

/** A worker that has begun to read some of six large pictures. */
async function workerAmongFiles() {
  const picture = await image('png', 3_000, 2_000);
  const fileIds = await Promise.all(Array.from({ length: 6 }, () => store(picture)));
  const busy = await worker();
  await eventually(async () => expect(await statusesOf(fileIds)).toContain(EnrichmentStatus.RUNNING));
  return { busy, fileIds };
}

describe('a worker that is killed', () => {
  it('leaves its files to another one, and every file is read', async () => {
    const { busy, fileIds } = await workerAmongFiles();
    await busy.kill();
    const left = await statusesOf(fileIds);
    expect(left.filter((state) => state !== EnrichmentStatus.COMPLETED).length).toBeGreaterThan(0);
    const second = await worker();
    for (const fileId of fileIds) await becomes(fileId, EnrichmentStatus.COMPLETED);
    expect(await second.stop()).toBe(0);
  });

  it('leaves local files that the next one removes once they are old', async () => {
    const folder = join(running.config.enrichmentTempDir, 'file-abandoned');
    await mkdir(folder, { recursive: true });
    const young = join(running.config.enrichmentTempDir, 'file-young');
    await mkdir(young);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(folder, hourAgo, hourAgo);
    const next = await worker();
    await eventually(async () => {
      const names = await readdir(running.config.enrichmentTempDir);
      expect(names).not.toContain('file-abandoned');
      expect(names).toContain('file-young');
    });
    await next.stop();
  });
});

describe('a worker that is stopped', () => {
  it('ends in order, with files waiting, and fails none of them', async () => {
    const { busy, fileIds } = await workerAmongFiles();
    expect(await busy.stop()).toBe(0);
    expect(await statusesOf(fileIds)).not.toContain(EnrichmentStatus.FAILED);
    const second = await worker();
    for (const fileId of fileIds) await becomes(fileId, EnrichmentStatus.COMPLETED);
    await second.stop();
  });
});

describe('a file that no worker could read', () => {
  const enrichments = () => createFileStore(running.db, { notify: () => undefined }).enrichments.image;

  /** A worker with a reader of its own, and what makes the file that it postponed due again. */
  function newWorker(mediaReader: MediaReader) {
    const logger = createLogger({ name: 'test', level: 'silent' });
    const { clock, storage } = running;
    const temporaryFolders = createTemporaryFolders(running.config.enrichmentTempDir, { clock });
    const deps = { clock, storage, mediaReader, temporaryFolders, logger, enrichments: enrichments() };
    const never = new AbortController().signal;
    const worker = createEnrichmentWorker(deps, { slots: 1, stopping: never });
    return async () => {
      await worker.processNext(never);
      clock.advance(61_000);
      await redrive(deps, deps.enrichments);
    };
  }

  const fault = { ok: false, code: 'internal', reason: 'a fault of ours' } as const;
  const reading = { enrichment: { attributes: {} }, thumbnail: undefined } as unknown as Reading;
  const readerOf = (read: () => JobResult<Reading>): MediaReader => ({
    read: () => Promise.resolve(read()),
    close: () => Promise.resolve(),
  });
  const tries = 8;
  const givenUp = {
    enrichmentStatus: EnrichmentStatus.FAILED,
    enrichmentError: 'the file could not be read after 8 tries',
  };

  it('is given up after eight tries, with a reason that says how often it was tried', async () => {
    const fileId = await store(await image('gif'));
    const { storageKey } = await read(fileId);
    await running.storage.remove(storageKey);
    const workOnce = newWorker(readerOf(() => ({ ok: true, value: reading })));
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      expect((await read(fileId)).enrichmentStatus).not.toBe(EnrichmentStatus.FAILED);
      await workOnce();
    }
    expect(await read(fileId)).toMatchObject(givenUp);
  });

  it('because of a fault of the decoder, and not of the file, is tried as often', async () => {
    const fileId = await store(await image('gif'));
    const workOnce = newWorker(readerOf(() => fault));
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      expect((await read(fileId)).enrichmentStatus).not.toBe(EnrichmentStatus.FAILED);
      await workOnce();
    }
    expect(await read(fileId)).toMatchObject(givenUp);
  });

  it('because its decoder was killed is complete at the next try', async () => {
    const fileId = await store(await image('gif'));
    let times = 0;
    const workOnce = newWorker(
      readerOf(() => ((times += 1) === 1 ? killed('SIGKILL') : { ok: true, value: reading })),
    );
    await workOnce();
    expect((await read(fileId)).enrichmentStatus).not.toBe(EnrichmentStatus.FAILED);
    await workOnce();
    expect((await read(fileId)).enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
  });

  it('does not fail because it cannot be shown: it is complete without a thumbnail at the last try', async () => {
    const fileId = await store(await image('gif'));
    const workOnce = newWorker(readerOf(() => ({ ok: true, value: { ...reading, thumbnail: fault } })));
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      expect((await read(fileId)).enrichmentStatus).not.toBe(EnrichmentStatus.COMPLETED);
      await workOnce();
    }
    expect((await read(fileId)).enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
  });

  it('stays as it is once somebody has ended it', async () => {
    await store(await image('gif'));
    const taken = await enrichments().take(new Date());
    if (taken === undefined || taken === 'full') throw new Error('not taken');
    const outcomes = await Promise.all(
      ['first', 'second', 'third'].map((reason) =>
        enrichments().finish(taken.file, { kind: 'failed', reason }, new Date()),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await enrichments().take(new Date())).toBeUndefined();
  });
});
