import { shownStreams } from './recording-streams.ts';
import type { RecordingCodecs } from './recording-streams.ts';

/** An output of FFmpeg. */
export interface RecordingFormat {
  readonly mimeType: string;
  readonly streams: readonly string[];
  readonly codecs: readonly string[];
  readonly container: readonly string[];
}

const audioStream: readonly string[] = ['-map', '0:a:0'];
const encodedAudio: readonly string[] = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2'];
const mp4Audio: readonly string[] = ['aac', 'mp3'];
const webmVideo: readonly string[] = ['vp8', 'vp9', 'av1'];
const webmAudio: readonly string[] = ['opus', 'vorbis'];
/** Even sides, at most 1,280 pixels, and square pixels. */
const scaled =
  "scale=w='2*trunc(iw*sar*min(1,1280/max(iw*sar,ih))/2)':h='2*trunc(ih*min(1,1280/max(iw*sar,ih))/2)',setsar=1";
const encodedVideo: readonly string[] = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-threads', '1'],
  ...['-vf', scaled],
];
/** Cameras and encoders write notes into SEI messages (ITU-T H.264, annex D). */
const copiedH264: readonly string[] = ['-c:v', 'copy', '-bsf:v', 'filter_units=remove_types=6'];

/** Lists the outputs that browsers play, the best first. The next one is tried where FFmpeg cannot write one. */
export function chooseFormats(mimeType: string, codecs: RecordingCodecs): readonly RecordingFormat[] {
  return codecs.video === undefined || mimeType.startsWith('audio/')
    ? chooseAudio(mimeType, codecs.audio)
    : chooseVideo(mimeType, { ...codecs, video: codecs.video });
}

function chooseVideo(
  source: string,
  { video, audio }: RecordingCodecs & { readonly video: string },
): readonly RecordingFormat[] {
  const mp4 = { mimeType: 'video/mp4', streams: shownStreams, container: ['-f', 'mp4'] };
  const webm = { mimeType: 'video/webm', streams: shownStreams, container: ['-f', 'webm'] };
  const encoded = { ...mp4, codecs: [...encodedVideo, ...encodedAudio] };
  const copiedAudio =
    audio === undefined || mp4Audio.includes(audio) ? (['-c:a', 'copy'] as const) : encodedAudio;
  if (video === 'h264') return [{ ...mp4, codecs: [...copiedH264, ...copiedAudio] }, encoded];
  const isWebm = webmVideo.includes(video) && (audio === undefined || webmAudio.includes(audio));
  return source === 'video/webm' && isWebm ? [{ ...webm, codecs: ['-c', 'copy'] }, encoded] : [encoded];
}

/** The codecs that browsers play, and the container, of each type of audio. */
const audioContainers: Readonly<Record<string, readonly [RegExp, readonly string[]]>> = {
  // Tags have formats of their own; the header with the duration stays.
  'audio/mpeg': [/^mp3$/u, ['-f', 'mp3', '-id3v2_version', '0', '-write_id3v1', '0']],
  'audio/mp4': [/^aac$/u, ['-f', 'ipod']],
  'audio/ogg': [/^(?:opus|vorbis|flac)$/u, ['-f', 'ogg']],
  'audio/flac': [/^flac$/u, ['-f', 'flac']],
  'audio/wav': [/^pcm_(?:u8|s16le|s24le|f32le)$/u, ['-f', 'wav', '-rf64', 'auto']],
};

function chooseAudio(mimeType: string, codec = ''): readonly RecordingFormat[] {
  const encoded = {
    mimeType: 'audio/mp4',
    streams: audioStream,
    codecs: encodedAudio,
    container: ['-f', 'ipod'],
  };
  const [played, container] = audioContainers[mimeType] ?? [];
  if (container === undefined || played?.test(codec) !== true) return [encoded];
  return [{ mimeType, streams: audioStream, codecs: ['-c:a', 'copy'], container }, encoded];
}
