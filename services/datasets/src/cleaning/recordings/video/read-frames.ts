import { hashSide, perceptualHash } from '@assay/media/hash/perceptual-hash';
import { maxErrorShare } from '../audio/measure-audio.ts';
import { maxKeyFrames } from '../streams/recording-features.ts';
import { limitTime } from '../streams/run-media.ts';
import type { RunMedia } from '../streams/run-media.ts';

/** Frames at the middles of equal stretches, and the count of all frames. */
export interface VideoFrames {
  /** All decoded frames of the first video stream. */
  readonly count: number;
  readonly hashes: readonly (string | null)[];
  /** The mean change of grey value from one of these frames to the next. */
  readonly change: number;
  /** Mean grey value of the frames, 0 to 255. */
  readonly brightness: number;
  /** Mean standard deviation of the grey values of a frame. */
  readonly contrast: number;
}

export type ReadFrames =
  | { readonly isDecodable: true; readonly frames: VideoFrames }
  | { readonly isDecodable: false; readonly explanation: string };

/** A frame whose grey values deviate less from their mean is flat: noise decides the bits of its hash. */
const minContrast = 3;
/** A share of the duration, for one thread that decodes 4K on a slow machine. */
const decodeShare = 4;
const pixels = hashSide * hashSide;

/** Decodes all audio and video of a file, so that errors show, and samples frames. @param seconds the duration of the video */
export async function readFrames(run: RunMedia, path: string, seconds: number): Promise<ReadFrames> {
  const rate = (maxKeyFrames / Math.max(seconds, 0.001)).toFixed(6);
  const end = await run({
    path,
    inputOptions: [...maxErrorShare, '-progress', 'pipe:2', '-stats_period', '30'],
    outputs: [
      ...['-map', '0:V:0', '-map', '0:a?', '-fps_mode', 'passthrough', '-threads', '1', '-f', 'null', '-'],
      ...['-map', '0:V:0', '-frames:v', String(maxKeyFrames), '-threads', '1'],
      '-vf',
      `setpts=PTS-STARTPTS,fps=${rate},scale=${String(hashSide)}:${String(hashSide)}:flags=area,format=gray`,
      ...['-c:v', 'rawvideo', '-f', 'rawvideo', 'pipe:1'],
    ],
    timeoutMs: limitTime(seconds, decodeShare),
    maxOutputBytes: (maxKeyFrames + 1) * pixels,
  });
  if (!end.ok) return { isDecodable: false, explanation: `The video cannot be decoded: ${end.reason}.` };
  const count = Number(/^frame=(\d+)$/gmu[Symbol.match](end.messages)?.at(-1)?.slice('frame='.length) ?? 0);
  if (count === 0 || end.output.length < pixels)
    return { isDecodable: false, explanation: 'No frame of the video can be decoded.' };
  if (end.exitCode !== 0)
    return { isDecodable: false, explanation: 'More than 10 % of the video or its audio cannot be decoded.' };
  return { isDecodable: true, frames: { count, ...describeFrames(end.output) } };
}

function describeFrames(output: Buffer): Omit<VideoFrames, 'count'> {
  const frames = Array.from({ length: Math.floor(output.length / pixels) }, (_, index) =>
    output.subarray(index * pixels, (index + 1) * pixels),
  );
  const means = frames.map((frame) => average(frame.length, (index) => frame[index] ?? 0));
  const contrasts = frames.map((frame, place) =>
    Math.sqrt(average(pixels, (index) => ((frame[index] ?? 0) - (means[place] ?? 0)) ** 2)),
  );
  const changes = frames.slice(1).map((frame, place) => {
    const earlier = frames[place];
    return average(pixels, (index) => Math.abs((frame[index] ?? 0) - (earlier?.[index] ?? 0)));
  });
  return {
    hashes: frames.map((frame, place) =>
      (contrasts[place] ?? 0) < minContrast ? null : perceptualHash(frame),
    ),
    change: average(changes.length, (index) => changes[index] ?? 0),
    brightness: average(means.length, (index) => means[index] ?? 0),
    contrast: average(contrasts.length, (index) => contrasts[index] ?? 0),
  };
}

function average(count: number, read: (index: number) => number): number {
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += read(index);
  return count === 0 ? 0 : sum / count;
}
