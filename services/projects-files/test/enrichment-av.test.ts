import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import type { File } from '@assay/proto/files/v1/file';
import { eventually } from '@assay/test-kit/eventually';
import { sharedMedia } from '@assay/test-kit/fixtures';
import type { Started } from './start.ts';
import { startWithProject } from './started-project.ts';

const { ffmpegPath } = inject('servers');

describe.skipIf(sharedMedia('av') === undefined)(
  'enrichment of real recordings (needs the media collection)',
  () => {
    let running: Started;
    let call: OutgoingCall;
    let projectId: string;

    beforeAll(async () => {
      const variables = ffmpegPath === undefined ? {} : { FFMPEG_PATH: ffmpegPath };
      ({ running, call, projectId } = await startWithProject(variables));
    });
    afterAll(() => running.stop());

    async function enriched(name: string): Promise<File> {
      const bytes = readFileSync(sharedMedia(`av/${name}`) ?? '');
      const stored = await running.uploader.upload(call, projectId, { bytes, name });
      if (stored.file === undefined) throw new Error('not stored', { cause: stored.error });
      const { id } = stored.file;
      return eventually(async () => {
        const { file } = await running.files.getFile(call, { fileId: id, projectId });
        if (file === undefined) throw new Error('no file');
        expect([EnrichmentStatus.COMPLETED, EnrichmentStatus.FAILED]).toContain(file.enrichmentStatus);
        return file;
      });
    }

    it('gives length, loudness and tags of a recording', async () => {
      const { enrichmentStatus, enrichment } = await enriched('tika_testMP3i18n.mp3');
      expect(enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
      expect(enrichment).toMatchObject({
        ...{ codec: 'mp3', sampleRate: 44_100, channels: 1, bitRate: 128_000, loudnessLufs: -31.1 },
        durationSeconds: expect.closeTo(2.46, 1),
        tags: { artist: 'Test Artist ⑨①' },
      });
    });

    it('gives streams, place and time of a video, and says where there is no picture', async () => {
      const { enrichmentStatus, enrichment } = await enriched('Issue 515 (java).mp4');
      expect(enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
      expect(enrichment).toMatchObject({
        ...{ width: 1280, height: 720, durationSeconds: 3.635, videoCodec: 'h264', audioCodec: 'aac' },
        ...{ containerBrand: 'mp42', createdAt: '2020-11-20T14:04:02.000Z' },
        gpsCoordinates: { lat: 52.369293, lng: 6.676086 },
        streams: [expect.objectContaining({ kind: 'video' }), expect.objectContaining({ kind: 'audio' })],
      });
      const said = enrichment?.['frameCount'] ?? enrichment?.['posterUnavailable'];
      expect(said).toSatisfy((value: unknown) => value === 109 || String(value).startsWith('No picture'));
    });

    it('fails a recording that holds no sound, with a reason', async () => {
      const file = await enriched('tika_testMP3truncated.mp3');
      expect(file.enrichmentStatus).toBe(EnrichmentStatus.FAILED);
      expect(file.enrichmentError).toContain('holds no sound');
    });
  },
);
