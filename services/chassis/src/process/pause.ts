import { setTimeout as wait } from 'node:timers/promises';

/** Waits for the delay, or until the signal is aborted. Never rejects. */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  await wait(delayMs, undefined, { signal }).catch(() => undefined);
}
