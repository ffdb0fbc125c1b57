import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { createLogger } from '@assay/chassis/logger';
import { redrive } from '@assay/chassis/work/redrive';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import { eventually } from '@assay/test-kit/eventually';
import { configFrom } from '../../src/config.ts';
import type { MediaKind } from '../../src/domain/file/media-kind.ts';
import { startService } from '../../src/service.ts';
import { createFileStore, fileCollection } from '../../src/store/file/file-store.ts';
import { setMediaKinds } from '../../src/store/file/migrate-files.ts';
import { image, pdf, wav } from '../content.ts';
import type { Started } from '../start.ts';
import { startWithProject } from '../started-project.ts';
import type { StartedProject } from '../started-project.ts';

let running: Started;
let call: OutgoingCall;
let projectId: string;
let store: StartedProject['store'];
beforeAll(async () => {
  ({ running, call, projectId, store } = await startWithProject({ ROLES: 'api,relay' }));
});
afterAll(() => running.stop());

const readStatus = async (fileId: string) =>
  (await running.files.getFile(call, { fileId, projectId })).file?.enrichmentStatus;
const completes = (fileId: string) =>
  eventually(async () => expect(await readStatus(fileId)).toBe(EnrichmentStatus.COMPLETED));
const workerFor = (kinds: string) =>
  startService(configFrom({ ...running.environment, ROLES: 'worker,relay', ENRICHMENT_KINDS: kinds }));
const openQueue = (kind: MediaKind) =>
  createFileStore(running.db, { notify: () => undefined }).enrichments[kind];
const files = () => running.db.collection<{ _id: string }>('files');

describe('a process', () => {
  it('reads files of its kinds alone, and those of others wait for theirs', async () => {
    const sound = await store(wav());
    const picture = await store(await image('png'));
    const images = await workerFor('image');
    await completes(picture);
    expect(await readStatus(sound)).toBe(EnrichmentStatus.PENDING);
    const document = await store(pdf());
    const others = await workerFor('audio,text');
    await Promise.all([completes(sound), completes(document)]);
    await Promise.all([images.stop(), others.stop()]);
  });

  it('does not start for a kind there is not', () => {
    expect(() => configFrom({ ...running.environment, ENRICHMENT_KINDS: 'image,hologram' })).toThrow(
      /ENRICHMENT_KINDS must be one of image, audio, video, text/u,
    );
  });
});

it('memory is configured for all kinds, and for one by itself', () => {
  const limits = { ENRICHMENT_MAX_RSS_BYTES: '300000000', ENRICHMENT_VIDEO_MAX_RSS_BYTES: '700000000' };
  expect(configFrom({ ...running.environment, ...limits })).toMatchObject({
    enrichmentMaxRssBytes: 300_000_000,
    enrichmentVideoMaxRssBytes: 700_000_000,
    enrichmentAudioMaxRssBytes: undefined,
  });
  const tooLittle = { ...running.environment, ENRICHMENT_AUDIO_MAX_RSS_BYTES: '1000' };
  expect(() => configFrom(tooLittle)).toThrow(/ENRICHMENT_AUDIO_MAX_RSS_BYTES must be a whole number from/u);
});

describe('a file of a kind', () => {
  it('is taken as work of that kind alone', async () => {
    const sound = await store(wav());
    expect(await openQueue('image').take(new Date())).toBeUndefined();
    expect(await openQueue('text').take(new Date())).toBeUndefined();
    expect(await openQueue('audio').take(new Date())).toMatchObject({ id: sound });
    await files().deleteOne({ _id: sound });
  });

  it('that was stored before there were kinds is marked by the migration, or when work is asked for again', async () => {
    const first = await store(wav());
    const second = await store(pdf());
    const forget = () => files().updateMany({}, { $unset: { mediaKind: true } });
    await forget();
    expect(await openQueue('audio').take(new Date())).toBeUndefined();
    await setMediaKinds(running.db.collection(fileCollection));
    expect(await openQueue('audio').take(new Date())).toMatchObject({ id: first });
    await forget();
    await redrive(
      { clock: running.clock, logger: createLogger({ name: 'test', level: 'silent' }) },
      openQueue('text'),
    );
    expect(await openQueue('text').take(new Date())).toMatchObject({ id: second });
    await files().deleteMany({ _id: { $in: [first, second] } });
  });
});
