import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameSize } from '@assay/media/decoder/media-extractor';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sceneOf } from '@assay/checks/frames/frames.fixture';
import { filmed as videoCodingRhythm } from '../../src/calibration/checks/videos/video-coding-rhythm.ts';
import { filmed as videoFrames } from '../../src/calibration/checks/videos/video-frames.ts';
import { filmed as videoTiming } from '../../src/calibration/checks/videos/video-timing.ts';
import type { ScoredLine } from '../../src/calibration/scored/measure-files.ts';
import { measureVideo } from '../../src/calibration/videos/calibrate-videos.ts';
import { findVideoTools } from '../../src/calibration/videos/encode-video.ts';
import type { FilmedCheck } from '../../src/calibration/videos/filmed-check.ts';

const { ffmpegPath } = inject('servers');
const tools = await findVideoTools({ ffmpegPath, ffmpegUnconfined: 'refused', programFolders: '' });
if (tools === undefined)
  console.warn('no FFmpeg of 6.1 or newer in namespaces here: measuring checks on videos is not tested');

const innocent = [
  ...[
    'original',
    'as H.264',
    'as H.264, strongly',
    'as H.264 without pictures between',
    'as VP9',
    'as MPEG-4',
  ],
  ...['made smaller', 'cropped', 'begun later', 'more pictures a second', 'fewer pictures a second'],
  ...['pictures at uneven times', 'held for a second', 'a still scene', 'played twice'],
];

describe.skipIf(tools === undefined)('measuring a check on videos', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'videos-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** What a check says of all that is made of a scene drawn by code. */
  async function measure(filmed: FilmedCheck, frames: number): Promise<ScoredLine[]> {
    if (tools === undefined) throw new Error('there is no FFmpeg');
    const raw = join(folder, 'raw');
    const path = join(folder, 'walk.mkv');
    await writeFile(raw, sceneOf({ frames, noise: 0, speed: 8 }));
    const size = `${String(frameSize.width)}x${String(frameSize.height)}`;
    const before = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', size, '-framerate', '25'];
    const after = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0'];
    expect(await tools.encode(raw, path, { before, after })).toBe(true);
    return measureVideo({ filmed, tools }, { path, name: 'walk.mkv', scene: 'walk', source: 'code' });
  }
  const told = (lines: readonly ScoredLine[]) => lines.filter(({ score }) => (score ?? 0) > 0);

  it('makes what is innocent, and finds pictures shown again where they are', async () => {
    const lines = await measure(videoFrames, 120);
    const { changes } = videoFrames;
    expect(lines.map(({ kind }) => kind)).toEqual([...innocent, ...changes]);
    expect(told(lines).filter(({ isForged, placeShare }) => !isForged || placeShare !== 1)).toEqual([]);
    expect(told(lines).map(({ kind }) => kind)).toContain('shown again');
  });

  it('finds the gap that pictures leave, and none once they were shown at even times again', async () => {
    const lines = await measure(videoTiming, 120);
    expect(told(lines)).toMatchObject([{ kind: 'left out, with a gap', isForged: true, placeShare: 1 }]);
  });

  it('measures nothing of a video that has no room for a change', async () => {
    expect(await measure(videoCodingRhythm, 20)).toEqual([]);
  });
});
