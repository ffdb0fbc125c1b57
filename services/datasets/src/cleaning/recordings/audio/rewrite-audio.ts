import { join } from 'node:path';
import type { Reason, SourceFile } from '../../treatment.ts';
import type { RunMedia } from '../streams/run-media.ts';
import type { AudioFormat } from './audio-format.ts';
import { encodeAudio } from './encode-audio.ts';
import type { LoudnessAim } from './encode-audio.ts';
import { measureAudio } from './measure-audio.ts';
import type { AudioMeasure } from './measure-audio.ts';
import { maxTruePeak, planAudio, targetLufs } from './plan-audio.ts';
import type { AudioPlan } from './plan-audio.ts';

/** A recording that is to be written anew, with all that the writer needs. */
export interface Rewriting {
  readonly run: RunMedia;
  readonly file: SourceFile;
  readonly measure: AudioMeasure;
  readonly format: AudioFormat;
}

export type RewrittenAudio =
  | {
      readonly isWritten: true;
      readonly path: string;
      /** The measure of the output. */
      readonly measure: AudioMeasure;
      readonly steps: readonly string[];
    }
  | { readonly isWritten: false; readonly reason: Reason };

type Rewrite = Extract<AudioPlan, { kind: 'rewrite' }>;
interface Written {
  readonly path: string;
  readonly measure: AudioMeasure;
}

const maxAttempts = 4;
/** Encoders that change the samples raise peaks, dB. */
const peakMargin = { lossy: 0.5, lossless: 0.1 } as const;
/** LAME lowers the level by up to 0.5 dB. An output with a larger error than this is written once more, LU. */
const goodError = 0.2;
/** The smallest gain that is worth an output which still misses the target, dB. */
const minUsefulGain = 0.5;

/**
 * Writes the recording so that it needs nothing more. Where short peaks keep it from the target, it gets the one gain that its peaks
 * allow.
 */
export async function rewriteAudio(rewriting: Rewriting, plan: Rewrite): Promise<RewrittenAudio> {
  const trimSteps = plan.trim === undefined ? [] : ['trim_silence'];
  const steps = plan.needsLoudness ? [...trimSteps, 'normalize_loudness'] : trimSteps;
  const reached = await reachTarget(rewriting, plan);
  if (reached === 'not written') return { isWritten: false, reason: 'codec_not_written' };
  if (reached !== 'missed') return { isWritten: true, ...reached, steps };
  const aim = aimBelowPeaks(rewriting);
  if (plan.trim === undefined && aim === undefined)
    return { isWritten: false, reason: 'loudness_not_reached' };
  const written = await write(rewriting, { plan, aim, attempt: maxAttempts + 1 });
  if (written === undefined) return { isWritten: false, reason: 'codec_not_written' };
  return { isWritten: true, ...written, steps: aim === undefined ? trimSteps : steps };
}

/** Writes until the output needs nothing more, each time with the aim corrected by the last error. */
async function reachTarget(rewriting: Rewriting, plan: Rewrite): Promise<Written | 'missed' | 'not written'> {
  let aim: LoudnessAim = { lufs: targetLufs, truePeak: maxTruePeak - readMargin(rewriting) };
  let { needsLoudness } = plan;
  let clean: Written | undefined;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const written = await write(rewriting, { plan, aim: needsLoudness ? aim : undefined, attempt });
    if (written === undefined) return 'not written';
    const rest = planAudio(written.measure);
    if (rest.kind === 'clean') {
      if (clean !== undefined) return readError(written) < readError(clean) ? written : clean;
      if (!needsLoudness || readError(written) <= goodError) return written;
      clean = written;
    } else if (clean !== undefined) return clean;
    // Trimming and encoding may move a loudness that was at the edge of the tolerance.
    needsLoudness ||= rest.kind === 'rewrite' && rest.needsLoudness;
    aim = correctAim(aim, written.measure);
  }
  return clean ?? 'missed';
}

function correctAim({ lufs, truePeak }: LoudnessAim, output: AudioMeasure): LoudnessAim {
  const excess = output.truePeak - maxTruePeak;
  return {
    lufs: lufs + targetLufs - (output.integrated ?? targetLufs),
    truePeak: excess > 0 ? truePeak - excess - peakMargin.lossless : truePeak,
  };
}

/** The distance from the target, LU. A recording too short for the meter has none. */
function readError({ measure }: Written): number {
  return Math.abs((measure.integrated ?? targetLufs) - targetLufs);
}

/** Returns the loudness at which the highest peak has the allowed level; undefined if the recording is close to it. */
function aimBelowPeaks({ measure, format }: Pick<Rewriting, 'measure' | 'format'>): LoudnessAim | undefined {
  const { integrated, truePeak } = measure;
  if (integrated === undefined) return undefined;
  const allowed = maxTruePeak - readMargin({ format });
  const gain = allowed - truePeak;
  if (truePeak <= maxTruePeak && gain < minUsefulGain) return undefined;
  return { lufs: integrated + gain, truePeak: allowed };
}

function readMargin({ format }: Pick<Rewriting, 'format'>): number {
  return format.isLossy ? peakMargin.lossy : peakMargin.lossless;
}

async function write(
  { run, file, measure, format }: Rewriting,
  {
    plan,
    aim,
    attempt,
  }: { readonly plan: Rewrite; readonly aim: LoudnessAim | undefined; readonly attempt: number },
): Promise<Written | undefined> {
  const path = join(file.outputFolder, `recording-${String(attempt)}`);
  const recording = { path: file.path, outputPath: path, measure };
  if (!(await encodeAudio(run, recording, { format, trim: plan.trim, aim }))) return undefined;
  const measured = await measureAudio(run, path, measure.frames / measure.sampleRate);
  return measured.isDecodable ? { path, measure: measured.measure } : undefined;
}
