import { execFileSync } from 'node:child_process';
import { hasProgram } from './has-program.ts';

/** The values that ffprobe reads of a recording or a video, in the terms of the contract. */
export interface ByFfprobe {
  readonly durationSeconds?: number | undefined;
  readonly codec?: string | undefined;
  readonly videoCodec?: string | undefined;
  readonly audioCodec?: string | undefined;
  readonly sampleRate?: number | undefined;
  readonly channels?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

interface Stream {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly sample_rate?: string;
  readonly channels?: number;
  readonly width?: number;
  readonly height?: number;
  readonly disposition?: { readonly attached_pic?: number };
}

export const hasFfprobe = hasProgram('ffprobe', '-version');

/** Reads a file; undefined where ffprobe finds no stream. */
export function readByFfprobe(path: string, isVideo: boolean): ByFfprobe | undefined {
  const args = ['-v', 'quiet', '-of', 'json', '-show_format', '-show_streams', path];
  const output = execFileSync('ffprobe', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { streams = [], format = {} } = JSON.parse(output) as {
    readonly streams?: readonly Stream[];
    readonly format?: { readonly duration?: string };
  };
  const video = streams.find(
    ({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== 1,
  );
  const audio = streams.find(({ codec_type: type }) => type === 'audio');
  if (video === undefined && audio === undefined) return undefined;
  const durationSeconds = format.duration === undefined ? undefined : Number(format.duration);
  if (isVideo && video !== undefined) {
    const { width, height, codec_name: videoCodec } = video;
    return { durationSeconds, videoCodec, audioCodec: audio?.codec_name, width, height };
  }
  const sampleRate = audio?.sample_rate === undefined ? undefined : Number(audio.sample_rate);
  return { durationSeconds, codec: audio?.codec_name, sampleRate, channels: audio?.channels };
}
