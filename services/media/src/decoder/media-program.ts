import { isConfined } from '../isolate/confinement.ts';
import type { Confinement } from '../isolate/confinement.ts';
import type { JobFailure } from '../isolate/job-types.ts';
import { runProgram } from '../isolate/run-program.ts';
import type { ProgramEnd, ProgramRun } from '../isolate/run-program.ts';
import { input, quiet } from './ffmpeg-arguments.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import type { FfmpegPlaces } from './find-ffmpeg.ts';

/** A run of FFmpeg on one file. The lists of formats, protocols and codecs apply to the input; the caller chooses the outputs. */
export interface MediaRun extends Omit<ProgramRun, 'program' | 'args'> {
  readonly logLevel?: 'error' | 'info';
  /** Options that FFmpeg takes before the input. */
  readonly inputOptions?: readonly string[];
  /** The outputs with their options. They write to the standard output alone: FFmpeg may not open files. */
  readonly outputs: readonly string[];
}

/** FFmpeg as a program that rewrites files. */
export interface MediaProgram {
  /** Such as `9.0.2`. */
  readonly version: string;
  /** Never rejects. The end has an exit code other than 0 where FFmpeg reports an error. */
  run(run: MediaRun): Promise<ProgramEnd | JobFailure>;
}

export type FoundProgram =
  | { readonly isAvailable: true; readonly program: MediaProgram }
  | { readonly isAvailable: false; readonly reason: string };

/**
 * The standard output as a file in which FFmpeg may seek, as the headers of MP4, WAV, FLAC and MP3 need it. The run must name an
 * `outputPath`.
 */
export const seekableOutput: readonly string[] = ['-fd', '1', 'fd:'];

/** Finds FFmpeg, confined by the kernel or, where `mayRunUnconfined` allows it, without (ADR 0032, ADR 0074). */
export async function findMediaProgram(
  confinement: Confinement,
  { mayRunUnconfined, ...places }: FfmpegPlaces & { readonly mayRunUnconfined: boolean },
): Promise<FoundProgram> {
  if (!isConfined(confinement) && !mayRunUnconfined) {
    const reason = 'FFmpeg may not run here, because the kernel refuses both namespaces and Landlock.';
    return { isAvailable: false, reason };
  }
  const found = await findFfmpeg(places, confinement);
  if (found === undefined)
    return { isAvailable: false, reason: 'FFmpeg 8.1.2 or later is not installed here.' };
  return { isAvailable: true, program: createProgram(found, confinement) };
}

function createProgram(
  { path: program, version }: { readonly path: string; readonly version: string },
  confinement: Confinement,
): MediaProgram {
  return {
    version,
    run({ logLevel = 'error', inputOptions = [], outputs, ...run }) {
      const args = (path: string): string[] => [
        ...[...quiet, '-v', logLevel, ...inputOptions, ...input(path), ...outputs],
      ];
      return runProgram(confinement, { program, args, ...run });
    },
  };
}
