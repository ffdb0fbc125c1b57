import type { Pass } from '../../calibration/videos/encode-video.ts';
import { encoded, h264 } from '../../calibration/videos/innocent-videos.ts';
import type { VideoLength } from '../../calibration/videos/innocent-videos.ts';

/** What people do to a video on its way, without changing what it shows or lets hear. */
export interface SentVideo {
  readonly name: string;
  readonly mimeType: string;
  readonly pass: Pass;
  /** Made of the file as published, and not of its beginning saved without loss. */
  readonly isOfPublished?: true;
}

export const aac = ['-c:a', 'aac', '-b:a', '96k'];
const opus = ['-c:a', 'libopus', '-b:a', '64k'];
const mp3 = ['-c:a', 'libmp3lame', '-b:a', '128k'];
const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-deadline', 'realtime', '-cpu-used', '8'];

/** Filters, then H.264 and AAC in MP4, as most videos are sent. */
export function asMp4(filters: readonly string[], codec = h264(23), sound: readonly string[] = aac): Pass {
  return { before: [], ...encoded(filters, codec), sound, container: 'mp4' };
}

/** What a messenger makes of any video: smaller, coded strongly, written anew. */
export const byMessenger: Pass = asMp4([`scale=w='min(iw,640)':h=-2`], h264(30, '-g', '60'), [
  ...['-c:a', 'aac', '-b:a', '48k', '-ac', '1'],
]);

/** Of a video of so many pictures, and so many a second. */
export function sentVideos({ count, rate }: VideoLength): readonly SentVideo[] {
  const middle = (count / 2 / rate).toFixed(3);
  const even = 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,format=yuv420p';
  const mpeg4 = ['-vf', even, '-r', rate.toFixed(3), '-c:v', 'mpeg4', '-q:v', '6', '-g', '12'];
  const mp4 = (name: string, pass: Pass): SentVideo => ({ name, mimeType: 'video/mp4', pass });
  return [
    mp4('as H.264 in MP4', asMp4([])),
    mp4('sent by messenger', byMessenger),
    {
      name: 'as VP9 in WebM',
      mimeType: 'video/webm',
      pass: { before: [], ...encoded([], vp9), sound: opus, container: 'webm' },
    },
    {
      name: 'as MPEG-4 in AVI',
      mimeType: 'video/x-msvideo',
      pass: { before: [], after: mpeg4, sound: mp3, container: 'avi' },
    },
    mp4('cropped', asMp4(['crop=iw*0.8:ih*0.8'])),
    {
      name: 'begun later, not coded again',
      mimeType: 'video/quicktime',
      isOfPublished: true,
      pass: { before: ['-ss', middle], after: ['-c:v', 'copy'], sound: ['-c:a', 'copy'], container: 'mov' },
    },
    mp4('fewer pictures a second', asMp4([`fps=${(rate / 1.2).toFixed(3)}`])),
    mp4('played twice', { ...asMp4([]), before: ['-stream_loop', '1'] }),
  ];
}
