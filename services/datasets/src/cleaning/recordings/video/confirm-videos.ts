import { allowCpu } from '../../work/cpu-limits.ts';
import type { Size } from '../../images/confirm/read-planes.ts';
import type { ComparedFile } from '../../treatment.ts';
import { probeStreams, shownStreams } from '../streams/probe-streams.ts';
import { limitTime } from '../streams/run-media.ts';
import type { RunMedia } from '../streams/run-media.ts';
import type { RecordedStream } from '../streams/stream-list.ts';
import { framesPerMoment, haveSameMoments } from './compare-moments.ts';

const moments = 24;
const framesPerSecond = 10;
const momentSeconds = framesPerMoment / framesPerSecond;
/** Pixels of the longer side at which frames are compared. */
const comparedSide = 480;
const decodeShare = 4;

/** Confirms that two videos, which share most of their key frames, show the same at up to 24 moments. */
export async function confirmVideos(
  run: RunMedia,
  [a, b]: readonly [ComparedFile, ComparedFile],
): Promise<boolean> {
  const first = await probeVideo(run, a);
  const second = await probeVideo(run, b);
  if (first === undefined || second === undefined) return false;
  const seconds = Math.min(measureSeconds(first), measureSeconds(second));
  const smaller = (first.width ?? 0) < (second.width ?? 0) ? first : second;
  const size = chooseSize(smaller);
  const framesOfA = await readMoments(run, a, { video: first, seconds, size });
  const framesOfB = await readMoments(run, b, { video: second, seconds, size });
  if (framesOfA === undefined || framesOfB === undefined) return false;
  return haveSameMoments(framesOfA, framesOfB, size);
}

async function probeVideo(run: RunMedia, file: ComparedFile): Promise<RecordedStream | undefined> {
  return (await probeStreams(run, file, shownStreams)).find(({ kind }) => kind === 'video');
}

function measureSeconds({ startSeconds, endSeconds }: RecordedStream): number {
  return endSeconds - startSeconds;
}

function chooseSize({ width = 0, height = 0 }: RecordedStream): Size {
  const factor = Math.min(1, comparedSide / Math.max(1, width, height));
  const scale = (side: number): number => Math.max(1, Math.round(side * factor));
  return { width: scale(width), height: scale(height) };
}

interface MomentPlan {
  readonly video: RecordedStream;
  /** The duration of the shorter video, which decides the times of both. */
  readonly seconds: number;
  readonly size: Size;
}

/** Decodes the luma of five frames in half a second, at equal intervals; undefined if the video cannot be decoded. */
async function readMoments(
  run: RunMedia,
  { path }: ComparedFile,
  { video, seconds, size }: MomentPlan,
): Promise<Uint8Array | undefined> {
  const { width = 0, height = 0, packets } = video;
  allowCpu(run.cpu, 'VideoMegapixel', width * height * packets);
  const interval = Math.max(momentSeconds, seconds / moments).toFixed(3);
  // Half a frame earlier, so that rounding does not move a frame to another moment.
  const early = (0.5 / framesPerSecond).toFixed(3);
  const filters = [
    `setpts=PTS-STARTPTS,fps=${String(framesPerSecond)}`,
    `select='lt(mod(t+${early},${interval}),${momentSeconds.toFixed(3)})'`,
    `scale=${String(size.width)}:${String(size.height)}:flags=area,format=gray,gblur=sigma=1`,
  ];
  const end = await run({
    path,
    outputs: [
      ...['-map', '0:V:0', '-fps_mode', 'passthrough', '-threads', '1', '-vf', filters.join(',')],
      ...['-c:v', 'rawvideo', '-f', 'rawvideo', 'pipe:1'],
    ],
    timeoutMs: limitTime(measureSeconds(video), decodeShare),
    maxOutputBytes: (moments + 2) * framesPerMoment * size.width * size.height,
  });
  return end.ok && end.exitCode === 0 ? end.output : undefined;
}
