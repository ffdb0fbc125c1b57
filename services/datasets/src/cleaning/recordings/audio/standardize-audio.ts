import { allowCpu } from '../../work/cpu-limits.ts';
import type { FileResult, Reason, SourceFile } from '../../treatment.ts';
import { describeOutput } from '../streams/output-file.ts';
import { audioStream, probeStreams } from '../streams/probe-streams.ts';
import type { AudioFeatures } from '../streams/recording-features.ts';
import type { RunMedia } from '../streams/run-media.ts';
import type { RecordedStream } from '../streams/stream-list.ts';
import { chooseFormat } from './audio-format.ts';
import { describeAudio } from './describe-audio.ts';
import { hashAudio } from './hash-audio.ts';
import { measureAudio } from './measure-audio.ts';
import type { AudioMeasure } from './measure-audio.ts';
import { planAudio } from './plan-audio.ts';
import { rewriteAudio } from './rewrite-audio.ts';

/** Hertz. Earlier versions of the loudness filter wrote beyond their buffers at lower rates (ADR 0032). */
const minSampleRate = 1_000;

/**
 * Trims silence at both ends and brings the recording to -23 LUFS with peaks of at most -1 dBTP, in its own container and codec.
 * A file that needs neither keeps its bytes, and so does the output in a second pass. Tags stay, and a JPEG cover does; a cover that FFmpeg
 * may not decode, such as PNG, is lost.
 */
export async function standardizeAudio(run: RunMedia, file: SourceFile): Promise<FileResult> {
  const read = await readAudio(run, file);
  if (!read.isDecodable) return { outcome: 'removed', reason: 'undecodable', explanation: read.explanation };
  if (read.measure === undefined) return { outcome: 'unchanged', skipped: 'sample_rate_too_low' };
  const { stream, measure } = read;
  const plan = planAudio(measure);
  if (plan.kind === 'silent') {
    const explanation = 'The recording is silent: no sample is louder than -60 dBFS.';
    return { outcome: 'removed', reason: 'silent', explanation };
  }
  const unchanged = async (skipped?: Reason): Promise<FileResult> => {
    const features = await readFeatures(run, file.path, measure);
    return { outcome: 'unchanged', skipped, features };
  };
  if (plan.kind === 'clean') return unchanged();
  const format = await chooseFormat(file, stream, measure);
  if (format === undefined) return unchanged('codec_not_written');
  const rewritten = await rewriteAudio({ run, file, measure, format }, plan);
  if (!rewritten.isWritten) return unchanged(rewritten.reason);
  const { path, steps } = rewritten;
  const features = await readFeatures(run, path, rewritten.measure);
  return { outcome: 'changed', output: await describeOutput(file, path), steps, features };
}

/** Reads the features of a recording without changing it. */
export async function readAudioFeatures(run: RunMedia, file: SourceFile): Promise<AudioFeatures | undefined> {
  const read = await readAudio(run, file);
  return read.isDecodable && read.measure !== undefined
    ? readFeatures(run, file.path, read.measure)
    : undefined;
}

type ReadAudio =
  | { readonly isDecodable: false; readonly explanation: string }
  /** The measure is undefined where the sample rate is too low for it. */
  | {
      readonly isDecodable: true;
      readonly stream: RecordedStream;
      readonly measure: AudioMeasure | undefined;
    };

async function readAudio(run: RunMedia, file: SourceFile): Promise<ReadAudio> {
  const [stream] = await probeStreams(run, file, audioStream);
  if (stream === undefined) return { isDecodable: false, explanation: 'The file has no readable audio.' };
  if ((stream.sampleRate ?? minSampleRate) < minSampleRate)
    return { isDecodable: true, stream, measure: undefined };
  allowCpu(run.cpu, 'MillionSamples', (stream.sampleRate ?? 0) * (stream.endSeconds - stream.startSeconds));
  const measured = await measureAudio(run, file.path, stream.endSeconds - stream.startSeconds);
  return measured.isDecodable ? { isDecodable: true, stream, measure: measured.measure } : measured;
}

async function readFeatures(
  run: RunMedia,
  path: string,
  measure: AudioMeasure,
): Promise<AudioFeatures | undefined> {
  const decodedSha256 = await hashAudio(run, path, measure.frames / measure.sampleRate);
  return decodedSha256 === undefined ? undefined : describeAudio(measure, decodedSha256);
}
