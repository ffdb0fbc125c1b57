import { readdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { ensureConsumer } from '@assay/chassis/events/durable';
import { createConsumer } from '@assay/chassis/events/consumer';
import type { ReceivedEvent } from '@assay/chassis/events/consumer';
import type { EventConnection } from '@assay/chassis/events/connection';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newEvent } from '@assay/chassis/events/event';
import { createLogger } from '@assay/chassis/logger';
import { createMetrics } from '@assay/chassis/metrics';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import type { File } from '@assay/proto/files/v1/file';
import { FileEnriched, FileUploaded, ImageEnrichmentRequested } from '@assay/proto/files/v1/file_events';
import { eventually } from '@assay/test-kit/eventually';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import { bmp, image, pdf, videoStart, wav } from '../content.ts';
import type { Started } from '../start.ts';
import { startWithEvents } from '../started-project.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
let running: Started;
let events: EventConnection;
let call: OutgoingCall;
let projectId: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ running, call, projectId, events, stop } = await startWithEvents());
});
afterAll(() => stop());

const store = async (bytes: Uint8Array, name = 'a'): Promise<string> => {
  const { file, error } = await running.uploader.upload(call, projectId, { bytes, name });
  if (file === undefined) throw new Error('not stored', { cause: error });
  return file.id;
};
const read = async (fileId: string): Promise<File> => {
  const { file } = await running.files.getFile(call, { fileId, projectId });
  if (file === undefined) throw new Error('no file');
  return file;
};
const terminal = (fileId: string): Promise<File> =>
  eventually(async () => {
    const file = await read(fileId);
    expect([EnrichmentStatus.COMPLETED, EnrichmentStatus.FAILED]).toContain(file.enrichmentStatus);
    return file;
  });

describe('enrichment of an image', () => {
  it.each([
    ['image/jpeg', () => image('jpeg')],
    ['image/png', () => image('png')],
    ['image/webp', () => image('webp')],
    ['image/gif', () => image('gif')],
    ['image/avif', () => image('avif')],
    ['image/bmp', () => bmp(64, 48)],
  ])('completes for %s with everything the contract names', async (mimeType, content) => {
    const file = await terminal(await store(await content()));
    expect(file).toMatchObject({
      enrichmentStatus: EnrichmentStatus.COMPLETED,
      enrichmentError: undefined,
      mimeType,
    });
    expect(file.enrichment).toMatchObject({
      width: 64,
      height: 48,
      colorSpace: 'sRGB',
      hasExif: false,
      sha256: file.sha256,
      detectedMimeType: mimeType,
      perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/u),
      c2pa: {
        present: false,
        validator: expect.stringContaining('c2pa'),
        trustListVersion: null,
        signer: null,
      },
    });
  });

  const heic = findSharedMedia('photos/IMG_1034.heic');
  it.skipIf(heic === undefined)('completes for image/heic (needs the media collection)', async () => {
    const file = await terminal(await store(readFileSync(heic ?? '')));
    expect(file).toMatchObject({ enrichmentStatus: EnrichmentStatus.COMPLETED, mimeType: 'image/heic' });
    expect(file.enrichment).toMatchObject({ width: expect.any(Number), detectedMimeType: 'image/heic' });
  });

  const photo = findSharedMedia('photos/gps_DSCN0010.jpg');
  it.skipIf(photo === undefined)(
    'reads device, time and place of a photograph (needs the media collection)',
    async () => {
      const { enrichment } = await terminal(await store(readFileSync(photo ?? '')));
      expect(enrichment).toMatchObject({
        hasExif: true,
        captureDevice: 'NIKON COOLPIX P6000',
        capturedAt: '2008-10-22T16:28:39.000Z',
        gpsCoordinates: { lat: expect.closeTo(43.467448, 5), lng: expect.closeTo(11.885127, 5) },
      });
    },
  );

  it('fails with a reason when it cannot be decoded, and the next one still works', async () => {
    const picture = await image('jpeg', 400, 300);
    const broken = await store(picture.subarray(0, 20), 'cut.jpg');
    const whole = await store(picture, 'whole.jpg');
    const file = await terminal(broken);
    expect(file.enrichmentStatus).toBe(EnrichmentStatus.FAILED);
    expect(file.enrichmentError).toMatch(/^the file could not be decoded: /u);
    expect(file.enrichment).toBeUndefined();
    expect((await terminal(whole)).enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
  });

  it('leaves no local file', async () => {
    await terminal(await store(await image('png')));
    await eventually(async () => {
      expect(await readdir(running.config.enrichmentTempDir)).toEqual([]);
    });
  });
});

it('fails for a video of which only the beginning is there, with a reason', async () => {
  const file = await terminal(await store(Buffer.concat([videoStart(), Buffer.alloc(1_000)])));
  expect(file).toMatchObject({ enrichmentStatus: EnrichmentStatus.FAILED, mimeType: 'video/mp4' });
  expect(file.enrichmentError).toContain('neither pictures nor sound');
});

it('reads the pages of a document and the words of a text', async () => {
  const document = await terminal(await store(pdf()));
  expect(document).toMatchObject({
    enrichmentStatus: EnrichmentStatus.COMPLETED,
    mimeType: 'application/pdf',
  });
  expect(document.enrichment).toMatchObject({ sha256: document.sha256, pageCount: 1, isEncrypted: false });
  const text = await terminal(await store(Buffer.from('Just words.\n')));
  expect(text.enrichment).toMatchObject({
    characterCount: 12,
    wordCount: 2,
    language: null,
    encoding: 'utf-8',
  });
});

it('measures the length and the loudness of a recording', async () => {
  const file = await terminal(await store(wav()));
  expect(file).toMatchObject({ enrichmentStatus: EnrichmentStatus.COMPLETED, mimeType: 'audio/wav' });
  expect(file.enrichment).toMatchObject({
    sha256: file.sha256,
    durationSeconds: 1,
    codec: 'pcm_u8',
    sampleRate: 8_000,
    channels: 1,
    bitRate: 64_000,
    decoder: expect.any(String),
  });
  expect(file.enrichment).not.toHaveProperty('loudnessLufs');
});

describe('events', () => {
  it('tell once that a file was uploaded and how its enrichment ended', async () => {
    const told: unknown[] = [];
    const listen = async <T extends { fileId: string }>(
      name: string,
      message: Parameters<typeof createConsumer<T>>[0]['message'],
    ) => {
      const durable = { stream: 'FILES', durable: name, message, ackWaitMs: 30_000 };
      await ensureConsumer(events, durable);
      return createConsumer<T>({
        connection: events,
        ...durable,
        handle: ({ value }: ReceivedEvent<T>) => Promise.resolve(void told.push(value)),
        concurrency: 1,
        metrics: createMetrics('test'),
        logger,
      });
    };
    const consumers = await Promise.all([
      listen('test__uploaded', FileUploaded),
      listen('test__enriched', FileEnriched),
    ]);
    for (const consumer of consumers) consumer.start();
    const fileId = await store(await image('webp'));
    const failedId = await store((await image('jpeg')).subarray(0, 200));
    const { organizationId } = call;
    const enriched = { fileId, projectId, organizationId, succeeded: true };
    const failed = { fileId: failedId, projectId, organizationId, succeeded: false };
    await eventually(() => {
      expect(told).toContainEqual(enriched);
      expect(told).toContainEqual(failed);
      expect(told).toContainEqual({ fileId, projectId, organizationId, mimeType: 'image/webp' });
    });
    expect(told.filter((event) => JSON.stringify(event).includes(fileId))).toHaveLength(2);
    await Promise.all(consumers.map((consumer) => consumer.stop()));
  });

  it('that are delivered again change nothing', async () => {
    const fileId = await store(await image('jpeg'));
    const before = await terminal(fileId);
    const { organizationId } = call;
    const idle = () =>
      eventually(async () => {
        const { state } = await events.jsm.streams.info(events.namespace.stream('ENRICHMENT'));
        expect(state.messages).toBe(0);
      });
    await idle();
    const handled = async (): Promise<number> => {
      const text = await (await fetch(`http://${running.service.adminAddress}/metrics`)).text();
      const line = /assay_events_total\{[^}]*image[^}]*outcome="handled"[^}]*\} (\d+)/u.exec(text);
      return Number(line?.[1] ?? 0);
    };
    const count = await handled();
    const again = newEvent(ImageEnrichmentRequested, { fileId, organizationId }, { organizationId });
    await createPublisher(events).publish(again);
    await idle();
    await eventually(async () => {
      expect(await handled()).toBeGreaterThan(count);
    });
    expect(await read(fileId)).toEqual(before);
    await eventually(async () => {
      expect(await running.db.collection('files').countDocuments({ 'outbox.0': { $exists: true } })).toBe(0);
    });
  });
});
