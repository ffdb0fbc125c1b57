import type { MediaProgram, MediaRun } from '@assay/media/decoder/media-program';
import type { JobFailure, JobResult } from '@assay/media/isolate/job-types';

/** The codecs of the first video and the first audio stream, as FFmpeg names them. Undefined: there is none. */
export interface RecordingCodecs {
  readonly video: string | undefined;
  readonly audio: string | undefined;
}

/** The first video that is no cover image, and the first audio. */
export const shownStreams: readonly string[] = ['-map', '0:V:0?', '-map', '0:a:0?'];

export const unreadable: JobFailure = {
  ok: false,
  code: 'undecodable',
  reason: 'the recording has no readable video or audio',
};

/** Reads the codecs from the headers; no packet is decoded. */
export async function readCodecs(
  program: MediaProgram,
  run: Omit<MediaRun, 'outputs' | 'maxOutputBytes'>,
): Promise<JobResult<RecordingCodecs>> {
  const outputs = [...shownStreams, '-c', 'copy', '-t', '0', '-f', 'framecrc', 'pipe:1'];
  const end = await program.run({ ...run, outputs, maxOutputBytes: 1 << 20 });
  if (!end.ok) return end;
  const header = end.output.toString('latin1');
  const video = findCodec(header, 'video');
  const audio = findCodec(header, 'audio');
  return video === undefined && audio === undefined ? unreadable : { ok: true, value: { video, audio } };
}

/** The muxer `framecrc` writes lines such as `#media_type 0: video` and `#codec_id 0: h264`. */
function findCodec(header: string, type: string): string | undefined {
  const stream = new RegExp(`^#media_type (\\d+): ${type}$`, 'mu').exec(header)?.[1];
  return stream === undefined
    ? undefined
    : new RegExp(`^#codec_id ${stream}: (\\S+)$`, 'mu').exec(header)?.[1];
}
