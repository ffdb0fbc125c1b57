import { join } from 'node:path';
import { readMono } from '@assay/media/decoder/pcm/read-mono';
import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import type { VideoTools } from '../../calibration/videos/encode-video.ts';
import { encoded } from '../../calibration/videos/innocent-videos.ts';
import type { VideoLength } from '../../calibration/videos/innocent-videos.ts';
import { leastPictures, lengthOf } from '../../calibration/videos/video-files.ts';

/** Of what versions and changes are made, so that a scene takes minutes and not hours. */
const mostSeconds = 15;
/** Wider pictures are made smaller: coding them takes more memory than FFmpeg may have here. */
const mostWidth = 1280;
const limits = { timeoutMs: 120_000, maxRssBytes: 2 ** 30, signal: new AbortController().signal };

/** The beginning of a video, saved without loss in Matroska. */
export interface Beginning {
  readonly path: string;
  readonly length: VideoLength;
  /** Undefined where there is none. */
  readonly sound: MonoSound | undefined;
}

/** Written into the folder; undefined for a video that is not read, or too short for a change. */
export async function readBeginning(
  path: string,
  { folder, tools }: { readonly folder: string; readonly tools: VideoTools },
): Promise<Beginning | undefined> {
  const beginning = join(folder, 'beginning');
  const smaller = `scale=w='min(iw,${String(mostWidth)})':h=-2`;
  const lossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0'];
  const pass = { ...encoded([smaller], lossless), sound: ['-c:a', 'pcm_s16le'] };
  const before = ['-t', String(mostSeconds)];
  if (!(await tools.encode(path, beginning, { ...pass, before }))) return undefined;
  const length = await lengthOf(beginning, join(folder, 'packets'), tools);
  if (length === undefined || length.count < leastPictures) return undefined;
  const wav = join(folder, 'wav');
  const isHeard = await tools.extractor.extract('sound', beginning, wav, limits);
  const sound = isHeard ? await readMono(wav, 'pcm_s16le', Infinity) : undefined;
  return { path: beginning, length, sound };
}
