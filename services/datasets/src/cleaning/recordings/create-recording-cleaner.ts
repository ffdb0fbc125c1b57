import { findMediaProgram } from '@assay/media/decoder/media-program';
import type { FfmpegPlaces } from '@assay/media/decoder/find-ffmpeg';
import type { CpuBudget } from '@assay/media/isolate/cpu-budget';
import { detectConfinement } from '@assay/media/isolate/confinement';
import type { Confinement } from '@assay/media/isolate/confinement';
import { createCpuBudget } from '../work/cpu-limits.ts';
import type { ConfirmCopies, FileResult, SourceFile, Treatment } from '../treatment.ts';
import { readAudioFeatures, standardizeAudio } from './audio/standardize-audio.ts';
import { readVideoFeatures, standardizeVideo } from './video/standardize-video.ts';
import { confirmVideos } from './video/confirm-videos.ts';
import { createRunMedia, DecodingLimitError } from './streams/run-media.ts';
import type { RunMedia } from './streams/run-media.ts';

export interface RecordingCleanerOptions extends FfmpegPlaces {
  /** True if FFmpeg may run where the kernel does not confine it. */
  readonly mayRunUnconfined: boolean;
  /** Maximum resident memory of a run, default 512 MiB. */
  readonly maxRssBytes?: number;
  /** Default: as this machine allows. */
  readonly confinement?: Confinement;
  /** The processor time for a file of a size before its samples and pixels are known; default {@link createCpuBudget}. */
  readonly createBudget?: (sizeBytes: number) => CpuBudget;
}

/** The treatments of audio and video, where FFmpeg runs. */
export type RecordingCleaner =
  | {
      readonly available: true;
      /** The FFmpeg that decodes, with its version. */
      readonly decoder: string;
      /** `audio-standard`. */
      readonly standardizeAudio: Treatment;
      /** `video-standard`. */
      readonly standardizeVideo: Treatment;
      /** For `dedup-exact` and `dedup-near`; never changes a file. */
      readonly readRecordingFeatures: Treatment;
      /** Compares what moves in two videos. One that takes too much to decode is not confirmed. */
      readonly confirmVideos: ConfirmCopies;
      /** Interrupts the running treatments. */
      close(): void;
    }
  | {
      readonly available: false;
      /** For people, in one sentence. */
      readonly reason: string;
    };

const defaultMaxRssBytes = 512 * 2 ** 20;

/** Finds FFmpeg and binds the treatments to it (ADR 0032). */
export async function createRecordingCleaner({
  maxRssBytes = defaultMaxRssBytes,
  confinement,
  createBudget = createCpuBudget,
  ...places
}: RecordingCleanerOptions): Promise<RecordingCleaner> {
  const found = await findMediaProgram(confinement ?? (await detectConfinement()), places);
  if (!found.isAvailable) return { available: false, reason: found.reason };
  const { program } = found;
  const closing = new AbortController();
  const bind =
    (treat: (run: RunMedia, file: SourceFile) => Promise<FileResult>): Treatment =>
    (file, signal) => {
      const either = AbortSignal.any([signal, closing.signal]);
      const limits = { maxRssBytes, signal: either, cpu: createBudget(file.sizeBytes) };
      return treat(createRunMedia(program, limits), file).catch(skipLimited);
    };
  const confirm: ConfirmCopies = async ([a, b], signal) => {
    const either = AbortSignal.any([signal, closing.signal]);
    const limits = { maxRssBytes, signal: either, cpu: createBudget(a.sizeBytes + b.sizeBytes) };
    return confirmVideos(createRunMedia(program, limits), [a, b]).catch(rejectLimited);
  };
  return {
    available: true,
    decoder: `FFmpeg ${program.version}`,
    standardizeAudio: bind(standardizeAudio),
    standardizeVideo: bind(standardizeVideo),
    readRecordingFeatures: bind(readRecordingFeatures),
    confirmVideos: confirm,
    close: () => closing.abort(),
  };
}

/** Keeps a file that takes too much to decode: it may be intact. */
function skipLimited(error: unknown): FileResult {
  if (!(error instanceof DecodingLimitError)) throw error;
  return { outcome: 'unchanged', skipped: error.skipped };
}

/** Does not confirm videos that take too much to decode. */
function rejectLimited(error: unknown): boolean {
  if (!(error instanceof DecodingLimitError)) throw error;
  return false;
}

async function readRecordingFeatures(run: RunMedia, file: SourceFile): Promise<FileResult> {
  const read = file.type.startsWith('video/') ? readVideoFeatures : readAudioFeatures;
  const features = await read(run, file);
  return features === undefined
    ? { outcome: 'unchanged', skipped: 'undecodable' }
    : { outcome: 'unchanged', features };
}
