import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { detectConfinement, isConfined } from '@assay/media/isolate/confinement';
import { WorkAudience, WorkLinkState } from '@assay/proto/files/v1/work_files_service';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import { download, hasExiftool, listTags, readShared, startWork } from './work-platform.ts';
import type { StartedWork } from './work-platform.ts';

const { ffmpegPath } = inject('servers');
const hasFfmpeg = ffmpegPath !== undefined && isConfined(await detectConfinement());
const run = promisify(execFile);
const { READY, FAILED } = WorkLinkState;
/** Facts about coding that exiftool lists for each container. */
const coding =
  /^(?:QuickTime:(?!.*(?:Comment|Title|Artist|Make|Model|Software|GPS|Location|XMP|Encoder|UserData))|MPEG:|Vorbis:|FLAC:|RIFF:(?!.*(?:Software|Artist|Comment|Title))|Matroska:(?!.*(?:Tag|Title))|Opus:|Ogg:)/u;

describe.skipIf(!hasFfmpeg || !hasExiftool || findSharedMedia('av') === undefined)(
  'renditions of recordings (needs FFmpeg, exiftool and the media collection)',
  () => {
    let started: StartedWork;
    let folder: string;
    beforeAll(async () => {
      started = await startWork();
      folder = await mkdtemp(join(tmpdir(), 'assay-recordings-'));
    });
    afterAll(async () => {
      await started.running.stop();
      await rm(folder, { recursive: true, force: true });
    });

    /** Makes a recording by FFmpeg from its test sources. */
    async function record(name: string, ...options: readonly string[]): Promise<Buffer> {
      const path = join(folder, name);
      await run(ffmpegPath ?? '', ['-v', 'error', '-y', ...options, path]);
      return readFile(path);
    }

    async function listStreams(bytes: Uint8Array): Promise<readonly string[]> {
      const path = join(folder, 'made');
      await writeFile(path, bytes);
      const args = ['-v', 'error', '-i', path, '-map', '0', '-c', 'copy', '-t', '0', '-f', 'framecrc', '-'];
      const { stdout } = await run(ffmpegPath ?? '', args);
      return [...stdout.matchAll(/^#codec_id \d+: (\S+)$/gmu)].map(([, codec = '']) => codec);
    }

    it.each([
      ['tika_testMP3id3v24.mp3', 'audio/mpeg', ['mp3']],
      ['tika_testMP3id3v1_v2.mp3', 'audio/mpeg', ['mp3']],
      ['tika_testMP3_coverArt.mp3', 'audio/mpeg', ['mp3']],
      ['tika_testFLAC_coverArt.flac', 'audio/flac', ['flac']],
      ['tika_testWAV.wav', 'audio/wav', ['pcm_s16le']],
      ['xmp480qt.mov', 'video/mp4', ['h264']],
      ['Issue 515 (java).mp4', 'video/mp4', ['h264', 'aac']],
    ])('have no metadata, in a form that browsers play: %s', async (name, mimeType, codecs) => {
      const link = await started.settle(await started.upload(await readShared(`av/${name}`), name));
      expect(link).toMatchObject({ state: READY, isRendition: true, mimeType });
      const bytes = await download(link);
      expect(await listStreams(bytes)).toEqual(codecs);
      const tags = Object.keys(await listTags(bytes, join(folder, 'tagged')));
      expect(tags.filter((tag) => !coding.test(tag))).toEqual([]);
    });

    const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=10:duration=2'];
    const sine = ['-f', 'lavfi', '-i', 'sine=duration=2'];

    it('copy H.264 without its title, its comment and the notes of its encoder', async () => {
      const tags = ['title=Secret', 'comment=Hidden'];
      const metadata = tags.flatMap((tag) => ['-metadata', tag]);
      const bytes = await record(
        'a.mp4',
        ...source,
        ...sine,
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv420p',
        ...metadata,
      );
      const link = await started.settle(await started.upload(bytes, 'a.mp4'));
      expect(link).toMatchObject({ state: READY, mimeType: 'video/mp4' });
      const made = await download(link);
      expect(await listStreams(made)).toEqual(['h264', 'aac']);
      for (const text of ['Secret', 'Hidden', 'x264']) {
        expect([text, bytes.includes(text)]).toEqual([text, true]);
        expect([text, made.includes(text)]).toEqual([text, false]);
      }
    });

    it.each([
      ['b.avi', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
      ['c.mov', ['-c:v', 'prores', '-c:a', 'pcm_s16le']],
      ['d.mp4', ['-c:v', 'libx265', '-c:a', 'aac']],
    ])('are H.264 for members too, where browsers lack the codec: %s', async (name, codecs) => {
      const bytes = await record(name, ...source, ...sine, ...codecs);
      const link = await started.settle(await started.upload(bytes, name), WorkAudience.MEMBERS);
      expect(link).toMatchObject({ state: READY, isRendition: true, mimeType: 'video/mp4' });
      expect(await listStreams(await download(link))).toEqual(['h264', 'aac']);
    });

    it('are encoded again where FFmpeg would copy tags as audio', async () => {
      const name = 'tika_testMP3lyrics.mp3';
      const original = await readShared(`av/${name}`);
      const flac = await readShared('av/tika_testFLAC.flac');
      const id3v1 = Buffer.from('TAGSecret title'.padEnd(128, '\0'));
      const ape = Buffer.from('APETAGEX Secret artist'.padEnd(64, ' '));
      for (const [bytes, text] of [
        [original, 'Encore'],
        [Buffer.concat([flac, ape, id3v1]), 'Secret'],
      ] as const) {
        expect(bytes.includes(text)).toBe(true);
        const link = await started.settle(await started.upload(bytes, name));
        expect(link.state).toBe(READY);
        expect((await download(link)).includes(text)).toBe(false);
      }
    });

    it('end as failed for a file that FFmpeg cannot read', async () => {
      const whole = await readShared('av/tika_testMP3id3v24.mp3');
      const broken = Buffer.concat([whole.subarray(0, 64), Buffer.alloc(5_000, 0xff)]);
      const link = await started.settle(await started.upload(broken, 'broken.mp3'));
      expect(link).toMatchObject({
        state: FAILED,
        error: 'The recording has no readable video or audio.',
      });
    });
  },
);
