import { vi } from 'vitest';

/** Repeats `check` until it does not throw and resolves to its result. Rejects after two minutes, before the test times out. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 120_000, interval: 20 });
}
