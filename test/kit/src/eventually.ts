import { vi } from 'vitest';

/** Asks again until `check` no longer throws, for at most two minutes, which is less than a test may take; resolves to what it returned. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 120_000, interval: 20 });
}
