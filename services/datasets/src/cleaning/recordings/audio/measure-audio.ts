import { limitTime } from '../streams/run-media.ts';
import type { RunMedia } from '../streams/run-media.ts';
import { audioStream } from '../streams/probe-streams.ts';
import { createSampleScan } from './sample-scan.ts';
import type { ScannedSamples } from './sample-scan.ts';

/** The loudness of a recording after EBU R 128, by the meter of FFmpeg. */
export interface Loudness {
  /** LUFS; undefined for silence and for less than 0.4 s. */
  readonly integrated: number | undefined;
  /** The relative gate, LUFS. */
  readonly threshold: number;
  /** LU. */
  readonly range: number;
  /** dBTP; -Infinity for digital silence. */
  readonly truePeak: number;
}

/** The result of decoding a whole recording once. */
export interface AudioMeasure extends ScannedSamples, Loudness {
  /** Bits of a sample as the decoder reports them; undefined for codecs whose samples are floating-point. */
  readonly bits: number | undefined;
}

export type MeasuredAudio =
  | { readonly isDecodable: true; readonly measure: AudioMeasure }
  | { readonly isDecodable: false; readonly explanation: string };

/** Decoders that report more errors than this share of the packets end with an error. */
export const maxErrorShare: readonly string[] = ['-max_error_rate', '0.1'];
/** Decoded samples are read as they come and not kept. */
const maxDecodedBytes = 2 ** 40;
const decodeShare = 0.2;
/** The meter reports this for silence and for less than one block of 0.4 s. */
const silenceLufs = -70;
/** The samples are counted anew, so that gaps in the time stamps do not matter. */
const meter = 'asetpts=N/SR/TB,ebur128=peak=true:framelog=quiet';

/** Decodes the first audio stream and measures it. @param expectedSeconds the duration by the packets */
export async function measureAudio(
  run: RunMedia,
  path: string,
  expectedSeconds: number,
): Promise<MeasuredAudio> {
  const scan = createSampleScan();
  const end = await run({
    path,
    logLevel: 'info',
    inputOptions: maxErrorShare,
    outputs: [
      ...[...audioStream, '-af', meter, '-fflags', '+bitexact', '-map_metadata', '-1'],
      ...['-c:a', 'pcm_f32le', '-f', 'wav', 'pipe:1'],
    ],
    timeoutMs: limitTime(expectedSeconds, decodeShare),
    maxOutputBytes: maxDecodedBytes,
    keepsOutput: false,
    onOutput: (chunk) => scan.add(chunk),
  });
  if (!end.ok) return { isDecodable: false, explanation: `The audio cannot be decoded: ${end.reason}.` };
  const samples = scan.finish();
  if (samples === undefined) return { isDecodable: false, explanation: 'The audio cannot be decoded.' };
  if (end.exitCode !== 0)
    return { isDecodable: false, explanation: 'More than 10 % of the audio cannot be decoded.' };
  return {
    isDecodable: true,
    measure: { ...samples, ...readLoudness(end.messages), bits: readBits(end.messages) },
  };
}

/** Reads the summary, which the filter writes last; texts before it may come from the file. */
function readLoudness(messages: string): Loudness {
  const summary = messages.slice(messages.lastIndexOf('Integrated loudness:'));
  const read = (pattern: RegExp): number | undefined => {
    const text = pattern.exec(summary)?.[1];
    if (text === undefined) return undefined;
    return text === '-inf' ? -Infinity : Number(text);
  };
  const integrated = read(/^ +I:\s+(-?[\d.]+|-inf) LUFS$/mu) ?? silenceLufs;
  return {
    integrated: integrated > silenceLufs ? integrated : undefined,
    threshold: read(/^ +Threshold:\s+(-?[\d.]+|-inf) LUFS$/mu) ?? silenceLufs,
    range: read(/^ +LRA:\s+(-?[\d.]+) LU$/mu) ?? 0,
    truePeak: read(/^ +Peak:\s+(-?[\d.]+|-inf) dBFS$/mu) ?? -Infinity,
  };
}

/** Reads the sample format of the input, such as `s16p` or `s32 (24 bit)`. A wrong text can only choose another bit depth. */
function readBits(messages: string): number | undefined {
  const [, format, bits] =
    /^ +Stream #0:\d+(?:[^\d\s]\S*)?: Audio: [^\n]*, (u8|s16|s32|s64)p?(?: \((\d+) bit\))?/mu.exec(
      messages,
    ) ?? [];
  if (format === undefined) return undefined;
  return Number(bits ?? format.slice(1));
}
