import type { Pass } from './encode-video.ts';

export interface VideoLength {
  readonly count: number;
  /** Pictures a second. */
  readonly rate: number;
}

/** What people do to a video without changing what it shows. */
export interface InnocentVideo {
  readonly name: string;
  readonly pass: Pass;
}

/** Codecs with 4:2:0 take even sides only, MPEG-4 no fine time base. */
const encodable = 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,format=yuv420p,settb=1/1000';

/** Filters, then a codec; the time of each picture stays what the filters make it, and is not rounded to an average rate. */
export function encoded(filters: readonly string[], codec: readonly string[]): Pass {
  const times = ['-fps_mode', 'passthrough', '-enc_time_base', 'filter'];
  return { after: ['-vf', [...filters, encodable].join(','), ...times, ...codec] };
}

/** A filter: an editor writes pictures at even times, whatever was put in or taken out. */
export const evenTimes = (rate: number): string => `settb=1/90000,setpts=N*${(90_000 / rate).toFixed(3)}`;

export const h264 = (crf: number, ...options: readonly string[]): string[] => [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(crf), ...options],
];
/** Every picture from the one before alone, with a complete one at a fixed distance. */
export const h264Forwards = (crf: number, distance: number): string[] =>
  h264(crf, '-bf', '0', '-g', String(distance), '-sc_threshold', '0');
const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-deadline', 'realtime', '-cpu-used', '8'];
const mpeg4 = ['-c:v', 'mpeg4', '-q:v', '6', '-g', '12'];

/** Of a video of so many pictures, and so many a second. */
export function innocentVideos({ count, rate }: VideoLength): readonly InnocentVideo[] {
  const middle = Math.floor(count / 2);
  const atRate = (rateNow: number): Pass => encoded([`fps=${rateNow.toFixed(3)}`], h264(23));
  const noise = 'noise=all_seed=7:alls=6:allf=t';
  const still = `trim=start_frame=${String(middle)}:end_frame=${String(middle + 1)},loop=120:1:0`;
  return [
    { name: 'as H.264', pass: encoded([], h264(23)) },
    { name: 'as H.264, strongly', pass: encoded([], h264(34, '-g', '30')) },
    { name: 'as H.264 without pictures between', pass: encoded([], h264Forwards(26, 50)) },
    { name: 'as VP9', pass: encoded([], vp9) },
    { name: 'as MPEG-4', pass: encoded([], mpeg4) },
    { name: 'made smaller', pass: encoded(['scale=trunc(iw/4)*2:-2'], h264(28)) },
    { name: 'cropped', pass: encoded(['crop=iw*0.8:ih*0.8'], h264(23)) },
    { name: 'begun later', pass: { before: ['-ss', (middle / rate).toFixed(3)], after: ['-c:v', 'copy'] } },
    { name: 'more pictures a second', pass: atRate(rate * 1.2) },
    { name: 'fewer pictures a second', pass: atRate(rate / 1.2) },
    { name: 'pictures at uneven times', pass: encoded([`select='gt(random(7),0.15)'`], h264(23)) },
    { name: 'held for a second', pass: encoded([`loop=30:1:${String(middle)}`, evenTimes(rate)], h264(23)) },
    { name: 'a still scene', pass: encoded([still, noise, evenTimes(rate)], h264(23)) },
    { name: 'played twice', pass: { before: ['-stream_loop', '1'], ...encoded([], h264(23)) } },
  ];
}
