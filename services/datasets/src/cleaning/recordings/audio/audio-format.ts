import { open } from 'node:fs/promises';
import type { SourceFile } from '../../treatment.ts';
import type { RecordedStream } from '../streams/stream-list.ts';
import type { AudioMeasure } from './measure-audio.ts';

/** The container and the encoder that keep the format of a recording. */
export interface AudioFormat {
  /** Options of the output that choose encoder and container. */
  readonly outputs: readonly string[];
  /** True if the encoder changes the samples, and with them the peaks. */
  readonly isLossy: boolean;
  /** True for containers in which a cover can be a stream. */
  readonly canHoldCover: boolean;
}

const linearPcm = /^pcm_(?:u8|s16le|s24le|s32le|f32le|f64le)$/u;
const codedPcm: readonly string[] = ['pcm_alaw', 'pcm_mulaw', 'adpcm_ms', 'adpcm_ima_wav'];

/** Chooses the output of the same container and codec; undefined if FFmpeg cannot write the codec. */
export async function chooseFormat(
  file: Pick<SourceFile, 'path' | 'type'>,
  stream: RecordedStream,
  measure: Pick<AudioMeasure, 'bits' | 'channels' | 'sampleRate'>,
): Promise<AudioFormat | undefined> {
  const encoder = chooseEncoder(stream, measure);
  const muxer = await chooseMuxer(file);
  if (encoder === undefined || muxer === undefined) return undefined;
  return {
    outputs: ['-c:a', ...encoder, ...muxer],
    isLossy: !/^(?:pcm_[^am]|flac|alac)/u.test(stream.codec),
    canHoldCover: ['audio/mpeg', 'audio/flac', 'audio/mp4'].includes(file.type),
  };
}

function chooseEncoder(
  stream: RecordedStream,
  { bits, channels, sampleRate }: Pick<AudioMeasure, 'bits' | 'channels' | 'sampleRate'>,
): readonly string[] | undefined {
  const { codec } = stream;
  if (linearPcm.test(codec) || codedPcm.includes(codec)) return [codec];
  const bitRate = ['-b:a', String(measureBitRate(stream))];
  switch (codec) {
    case 'flac':
      return ['flac', '-sample_fmt', (bits ?? 16) > 16 ? 's32' : 's16'];
    case 'alac':
      return ['alac', '-sample_fmt', (bits ?? 16) > 16 ? 's32p' : 's16p'];
    case 'mp3':
      return ['libmp3lame', ...bitRate, '-abr', hasConstantRate(stream) ? '0' : '1'];
    case 'aac':
      return ['aac', ...bitRate];
    case 'opus':
      return ['libopus', ...bitRate];
    case 'vorbis':
      return [
        'libvorbis',
        '-q:a',
        String(chooseVorbisQuality(measureBitRate(stream), channels * sampleRate)),
      ];
    default:
      return undefined;
  }
}

/** Kilobits per second of two channels at 44.1 kHz for the qualities 0 to 10 (Vorbis I, libvorbis). */
const vorbisRates = [64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 500];

/** Vorbis has a quality instead of a rate: its encoder refuses rates that do not suit the sample rate. */
function chooseVorbisQuality(bitRate: number, samplesPerSecond: number): number {
  const scaled = ((bitRate / 1000) * 2 * 44_100) / samplesPerSecond;
  const distances = vorbisRates.map((rate) => Math.abs(Math.log(rate / scaled)));
  return distances.indexOf(Math.min(...distances));
}

/** Bits per second, in whole kilobits. */
function measureBitRate({ sizeBytes, startSeconds, endSeconds }: RecordedStream): number {
  return Math.max(8, Math.round((sizeBytes * 8) / (endSeconds - startSeconds) / 1000)) * 1000;
}

/** Frames of a constant rate differ by the one byte of padding. */
function hasConstantRate({ minPacketBytes, maxPacketBytes }: RecordedStream): boolean {
  return maxPacketBytes - minPacketBytes <= 1;
}

async function chooseMuxer({
  path,
  type,
}: Pick<SourceFile, 'path' | 'type'>): Promise<readonly string[] | undefined> {
  switch (type) {
    case 'audio/wav':
      return ['-rf64', 'auto', '-f', 'wav'];
    case 'audio/flac':
      return ['-f', 'flac'];
    case 'audio/mpeg':
      return ['-f', 'mp3'];
    case 'audio/ogg':
      return ['-f', 'ogg'];
    case 'audio/mp4':
      return ['-f', (await readBrand(path)).startsWith('M4') ? 'ipod' : 'mp4'];
    default:
      return undefined;
  }
}

/** Reads the main brand of an ISO base media file (ISO/IEC 14496-12 section 4.3). */
export async function readBrand(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.toString('latin1', 8, 12);
  } finally {
    await file.close();
  }
}
