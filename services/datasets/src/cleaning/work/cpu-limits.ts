import type { CpuBudget } from '@assay/media/isolate/cpu-budget';
import { cleaningLimits } from '@assay/proto/upload-limits';
import type { Reason } from '../treatment.ts';

/** The reason for a file whose treatment needs more processor time than its size allows. */
export const cpuLimit: Reason = 'cpu_limit';

const million = 1_000_000;

/** Creates the budget of one file. Its pixels and samples are added when they are known. */
export function createCpuBudget(sizeBytes: number): CpuBudget {
  const seconds =
    cleaningLimits.cpuSecondsPerFile + (cleaningLimits.cpuSecondsPerMegabyte * sizeBytes) / million;
  return { leftMs: seconds * 1000 };
}

/** Creates the budget of a text or a document, which has at most one character for each byte. */
export function createTextBudget(sizeBytes: number): CpuBudget {
  const seconds =
    cleaningLimits.cpuSecondsPerFile + (cleaningLimits.cpuSecondsPerMillionCharacters * sizeBytes) / million;
  return { leftMs: seconds * 1000 };
}

/** Adds the processor time for the size of a file. */
export function allowCpu(
  budget: CpuBudget,
  kind: 'ImageMegapixel' | 'VideoMegapixel' | 'MillionSamples',
  count: number,
): void {
  budget.leftMs += (cleaningLimits[`cpuSecondsPer${kind}`] * count * 1000) / million;
}
