import { setTimeout as delay } from 'node:timers/promises';

/** How often memory and processor time are looked up. */
const pollMs = 100;

/** Resolves when a limit is exceeded. Rejects when the signal aborts. */
export async function pollLimit(isExceeded: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isExceeded()) await delay(pollMs, undefined, { signal });
}
