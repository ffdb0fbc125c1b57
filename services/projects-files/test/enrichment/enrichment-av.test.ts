import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { EnrichmentStatus } from '@assay/proto/files/v1/file';
import type { File } from '@assay/proto/files/v1/file';
import { detectConfinement, isConfined } from '@assay/media/isolate/confinement';
import { eventually } from '@assay/test-kit/eventually';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import { startWithProject } from '../started-project.ts';

const { ffmpegPath } = inject('servers');
const hasFfmpeg = ffmpegPath !== undefined && isConfined(await detectConfinement());
type StartedProject = Awaited<ReturnType<typeof startWithProject>>;

describe.skipIf(findSharedMedia('av') === undefined)(
  'enrichment of real recordings (needs the media collection)',
  () => {
    let started: StartedProject;

    beforeAll(async () => {
      const variables = ffmpegPath === undefined ? {} : { FFMPEG_PATH: ffmpegPath };
      started = await startWithProject(variables);
    });
    afterAll(() => started.running.stop());

    async function enriched(name: string, { running, call, projectId } = started): Promise<File> {
      const bytes = readFileSync(findSharedMedia(`av/${name}`) ?? '');
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
        codec: 'mp3',
        sampleRate: 44_100,
        channels: 1,
        bitRate: 128_000,
        loudnessLufs: -31.1,
        durationSeconds: expect.closeTo(2.46, 1),
        tags: { artist: 'Test Artist ⑨①' },
      });
    });

    it('gives streams, place and time of a video', async () => {
      const { enrichmentStatus, enrichment } = await enriched('Issue 515 (java).mp4');
      expect(enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
      expect(enrichment).toMatchObject({
        width: 1280,
        height: 720,
        durationSeconds: 3.635,
        videoCodec: 'h264',
        audioCodec: 'aac',
        containerBrand: 'mp42',
        createdAt: '2020-11-20T14:04:02.000Z',
        gpsCoordinates: { lat: 52.369293, lng: 6.676086 },
        streams: [expect.objectContaining({ kind: 'video' }), expect.objectContaining({ kind: 'audio' })],
      });
    });

    it.skipIf(!hasFfmpeg)('shows a frame of a video, by a link', async () => {
      const { id: fileId, enrichment, ...file } = await enriched('Issue 515 (java).mp4');
      expect(enrichment).toMatchObject({ frameCount: 109, decoder: expect.stringContaining('FFmpeg') });
      expect(enrichment).not.toHaveProperty('posterUnavailable');
      expect(file).toMatchObject({
        thumbnail: { mimeType: 'image/webp', width: 512, height: 288 },
        placeholder: expect.stringMatching(/^data:image\/webp;base64,/u),
      });
      const { running, call } = started;
      const { presignedUrl } = await running.files.createThumbnailLink(call, { fileId });
      const picture = sharp(await (await fetch(presignedUrl?.url ?? '')).arrayBuffer());
      expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 512, height: 288 });
      // A frame, and neither a black one nor a plain one.
      expect((await picture.stats()).entropy).toBeGreaterThan(3);
    });

    it('says plainly that there is no picture of a video where no decoder is found', async () => {
      const without = await startWithProject({ FFMPEG_PATH: '', PATH: '/nowhere' });
      const { enrichmentStatus, enrichment, ...file } = await enriched('Issue 515 (java).mp4', without);
      expect(enrichmentStatus).toBe(EnrichmentStatus.COMPLETED);
      expect(enrichment).toMatchObject({
        width: 1280,
        height: 720,
        videoCodec: 'h264',
        posterUnavailable: 'No picture of this video is available, since no decoder of video is installed.',
        notes: [expect.stringContaining('no decoder of video is installed')],
      });
      expect(file).toMatchObject({ thumbnail: undefined, placeholder: undefined });
      await without.running.stop();
    });

    it('fails a recording that holds no sound, with a reason', async () => {
      const file = await enriched('tika_testMP3truncated.mp3');
      expect(file.enrichmentStatus).toBe(EnrichmentStatus.FAILED);
      expect(file.enrichmentError).toContain('holds no sound');
    });
  },
);
