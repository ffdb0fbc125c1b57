import { vi } from 'vitest';

/** Asks again until `check` no longer throws, for at most fifteen seconds; resolves to what it returned. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 180_000, interval: 20 });
}
