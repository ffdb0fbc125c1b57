import type { MediaProgram, MediaRun } from '@assay/media/decoder/media-program';
import type { CpuBudget } from '@assay/media/isolate/cpu-budget';
import type { JobFailure } from '@assay/media/isolate/job-types';
import type { ProgramEnd } from '@assay/media/isolate/run-program';
import { cpuLimit } from '../../work/cpu-limits.ts';
import { requireVerdict } from '../../work/job-verdict.ts';
import type { Reason } from '../../treatment.ts';

/** A run needed more time or memory than it may have, which does not mean that the file is damaged. */
export class DecodingLimitError extends Error {
  override readonly name = 'DecodingLimitError';
  readonly skipped: Reason;

  constructor(message: string, skipped: Reason) {
    super(message);
    this.skipped = skipped;
  }
}

/**
 * Runs FFmpeg on a file for one treatment. A failure is a verdict about the file: anything else rejects, with InterruptedError if the
 * treatment was interrupted, with DecodingLimitError if the file takes too much.
 */
export interface RunMedia {
  (run: Omit<MediaRun, 'signal' | 'maxRssBytes' | 'cpu'>): Promise<ProgramEnd | JobFailure>;
  /** The processor time that is left for the file. */
  readonly cpu: CpuBudget;
}

/** Binds the program to the signal and the limits of one treatment. */
export function createRunMedia(
  program: MediaProgram,
  limits: Pick<MediaRun, 'signal' | 'maxRssBytes'> & { readonly cpu: CpuBudget },
): RunMedia {
  const run = async (media: Parameters<RunMedia>[0]): Promise<ProgramEnd | JobFailure> => {
    const end = await program.run({ ...media, ...limits });
    if (end.ok) return end;
    if (end.code === 'timeout') throw new DecodingLimitError(end.reason, 'decoding_too_slow');
    if (end.code === 'cpu') throw new DecodingLimitError(end.reason, cpuLimit);
    if (end.code === 'memory') throw new DecodingLimitError(end.reason, 'decoding_too_large');
    requireVerdict(end);
    return end;
  };
  return Object.assign(run, { cpu: limits.cpu });
}

/** Machines are shared: starting FFmpeg alone may take seconds. */
const minTimeoutMs = 120_000;
const maxTimeoutMs = 60 * 60_000;

/** Returns the time limit of a run that takes `share` of the duration of the recording on a slow machine. */
export function limitTime(durationSeconds: number, share: number): number {
  return Math.min(maxTimeoutMs, minTimeoutMs + durationSeconds * share * 1000);
}
