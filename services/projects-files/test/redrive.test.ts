import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { EventConnection } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { redrive, redriveAll } from '@assay/chassis/work/redrive';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { eventually } from '@assay/test-kit/eventually';
import { createFileStore } from '../src/store/file/file-store.ts';
import { image } from './content.ts';
import type { Started } from './start.ts';
import { connectEvents, startWithProject } from './started-project.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const hourMs = 3_600_000;
let running: Started;
let events: EventConnection;
let call: OutgoingCall;
let projectId: string;
beforeAll(async () => {
  // Nobody reads, so that what is asked for can be counted.
  ({ running, call, projectId } = await startWithProject({ ROLES: 'api' }));
  events = await connectEvents(running);
});
afterAll(async () => {
  await running.stop();
  await events.close();
});

const stream = () => events.namespace.stream('ENRICHMENT');
const waiting = async (): Promise<number> => (await events.jsm.streams.info(stream())).state.messages;
const files = () => running.db.collection<{ _id: string; outbox: unknown[] }>('files');
const outboxes = () => files().countDocuments({ 'outbox.0': { $exists: true } });
const enrichments = () => createFileStore(running.db, { notify: () => undefined }).enrichments.image;
const again = () => redrive({ clock: running.clock, logger }, enrichments());

async function forgotten(): Promise<string> {
  const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  const id = file?.id ?? '';
  await eventually(async () => {
    expect(await waiting()).toBeGreaterThan(0);
    // What was published leaves its outbox a moment later.
    expect(await files().countDocuments({ _id: id, 'outbox.0': { $exists: true } })).toBe(0);
  });
  await events.jsm.streams.purge(stream());
  return id;
}

describe('a file whose request was lost', () => {
  it('is asked for again once it is late, once per interval', async () => {
    const id = await forgotten();
    expect(await again()).toEqual({ requested: 0, ended: 0 });
    running.clock.advance(61_000);
    expect(await again()).toEqual({ requested: 1, ended: 0 });
    expect(await again()).toEqual({ requested: 0, ended: 0 });
    const stored = await files().findOne({ _id: id });
    expect(stored?.outbox).toEqual([
      expect.objectContaining({ subject: 'assay.files.v1.ImageEnrichmentRequested' }),
    ]);
    // What waits to be published is not asked for a second time.
    running.clock.advance(61_000);
    expect(await again()).toEqual({ requested: 1, ended: 0 });
    expect((await files().findOne({ _id: id }))?.outbox).toHaveLength(1);
    await files().updateOne({ _id: id }, { $set: { outbox: [] } });
  });

  it('is asked for by one of many processes that look at the same time', async () => {
    running.clock.advance(61_000);
    const done = await Promise.all([again(), again(), again(), again()]);
    expect(done.reduce((sum, { requested }) => sum + requested, 0)).toBe(1);
    await files().updateMany({}, { $set: { outbox: [] } });
  });

  it('is asked for when it was stored by a process that did not know of due times', async () => {
    await files().updateMany({}, { $unset: { dueAt: true } });
    expect(await again()).toEqual({ requested: 1, ended: 0 });
    await files().updateMany({}, { $set: { outbox: [] } });
  });

  it('ends as failed after a day, unless others are being read meanwhile', async () => {
    const id = await forgotten();
    running.clock.advance(61_000);
    await again();
    await forgotten();
    running.clock.advance(25 * hourMs);
    await enrichments().take(running.clock.now());
    expect((await again()).ended).toBe(0);
    running.clock.advance(hourMs);
    expect((await again()).ended).toBeGreaterThan(0);
    const { file } = await running.files.getFile(call, { projectId, fileId: id });
    expect(file).toMatchObject({ enrichmentStatus: EnrichmentStatus.FAILED, enrichmentError: 'stalled' });
    expect(await outboxes()).toBeGreaterThan(0);
  });

  it('is asked for at once by the command', async () => {
    await forgotten();
    await forgotten();
    await enrichments().take(running.clock.now());
    const { requested } = await redriveAll({ clock: running.clock, logger }, enrichments());
    expect(requested).toBeGreaterThanOrEqual(2);
  });
});
