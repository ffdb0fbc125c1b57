import { setTimeout as delay } from 'node:timers/promises';
import type { CpuWatch } from './cpu-budget.ts';

/** How many times its processor time a job may take by the clock, while others have the processor. */
const clockFactor = 4;

/**
 * Resolves once a job has had its time: `timeoutMs` by the clock, and as much of the processor, for which it may wait until
 * the clock shows four times as long. A busy machine says nothing about a file. The clock alone counts for a job with a
 * budget of processor time, and where the kernel does not tell that time. Rejects when the signal aborts.
 */
export async function awaitTimeLimit(cpu: CpuWatch, timeoutMs: number, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const leftMs = (): number => {
    const passedMs = performance.now() - startedAt;
    if (passedMs < timeoutMs) return timeoutMs - passedMs;
    const usedMs = cpu.hasBudget ? undefined : cpu.usedMs();
    return usedMs === undefined ? 0 : Math.min(timeoutMs - usedMs, timeoutMs * clockFactor - passedMs);
  };
  for (let ms = leftMs(); ms > 0; ms = leftMs()) await delay(Math.ceil(ms), undefined, { signal });
}
