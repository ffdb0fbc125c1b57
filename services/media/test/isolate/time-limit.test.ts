import { describe, expect, it } from 'vitest';
import { awaitTimeLimit } from '@assay/media/isolate/time-limit';
import { watchCpu } from '@assay/media/isolate/cpu-budget';
import type { CpuWatch } from '@assay/media/isolate/cpu-budget';

const never = new AbortController().signal;

/** A job that gets a share of the processor from now on. */
function jobWithShare(share: number, hasBudget = false): CpuWatch {
  const startedAt = performance.now();
  const usedMs = (): number => (performance.now() - startedAt) * share;
  return { ...watchCpu(undefined, undefined), hasBudget, usedMs };
}

async function measure(cpu: CpuWatch, timeoutMs: number): Promise<number> {
  const startedAt = performance.now();
  await awaitTimeLimit(cpu, timeoutMs, never);
  return (performance.now() - startedAt) / timeoutMs;
}

describe('awaitTimeLimit', () => {
  it('gives a job that others keep from the processor as much time on it', async () => {
    expect(await measure(jobWithShare(0.5), 200)).toBeGreaterThanOrEqual(1.95);
  });

  it('ends after four times the time by the clock, also when the job only waits', async () => {
    expect(await measure(jobWithShare(0), 100)).toBeGreaterThanOrEqual(3.95);
  });

  it('goes by the clock where the processor time has a limit of its own, or is unknown', async () => {
    expect(await measure(jobWithShare(0, true), 1_000)).toBeLessThan(2);
    expect(await measure(watchCpu(undefined, undefined), 1_000)).toBeLessThan(2);
  });
});
