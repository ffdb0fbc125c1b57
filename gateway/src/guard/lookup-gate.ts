import type { Clock } from '@assay/chassis/clock';
import type { RateCount, RateCounter } from './counters/rate-counter.ts';

/** Permission to look up one credential of an address. Call `end` exactly once. */
export interface Lookup {
  /** @param isRefused the lookup found no principal */
  end(isRefused: boolean): void;
}

/**
 * Limits the lookups of an address that tries many credentials. When the refused lookups of a window reach `maxRefused`, ten lookups
 * per second remain. Cached credentials do not need a lookup.
 */
export interface LookupGate {
  /** Waits while pending lookups could reach the limit. Resolves to undefined when the address has no lookups left. */
  begin(network: string): Promise<Lookup | undefined>;
  /** Takes over the count of refused requests of an address from the counter of all gateways. */
  recordRefusals(network: string, counted: RateCount): void;
  findWindowEnd(network: string): Date;
}

interface LookupWindow {
  refused: number;
  pending: number;
  endsMs: number;
  waiting: (() => void)[];
}

const maxNetworks = 10_000;
const slowLookups = { perWindow: 10, windowMs: 1_000 };

interface GateOptions {
  /** Refused credentials of one address in a window. */
  readonly maxRefused: number;
  readonly windowMs: number;
}

export function createLookupGate(
  { maxRefused, windowMs }: GateOptions,
  counter: RateCounter,
  clock: Clock,
): LookupGate {
  const networks = new Map<string, LookupWindow>();

  function findWindow(network: string): LookupWindow {
    const nowMs = clock.now().getTime();
    let window = networks.get(network);
    if (window === undefined) {
      const [oldest] = networks.keys();
      if (networks.size >= maxNetworks && oldest !== undefined) networks.delete(oldest);
      window = { refused: 0, pending: 0, endsMs: nowMs + windowMs, waiting: [] };
      networks.set(network, window);
    }
    if (window.endsMs <= nowMs) Object.assign(window, { refused: 0, endsMs: nowMs + windowMs });
    return window;
  }

  function open(window: LookupWindow): Lookup {
    window.pending += 1;
    return {
      end(isRefused) {
        window.pending -= 1;
        if (isRefused) window.refused += 1;
        const { waiting } = window;
        window.waiting = [];
        for (const resume of waiting) resume();
      },
    };
  }

  return {
    async begin(network) {
      let window = findWindow(network);
      while (window.refused < maxRefused && window.refused + window.pending >= maxRefused) {
        const { waiting } = window;
        await new Promise<void>((resolve) => waiting.push(resolve));
        window = findWindow(network);
      }
      if (window.refused < maxRefused) return open(window);
      const limit = { key: `lookups:${network}`, max: slowLookups.perWindow };
      const [counted] = await counter.count([limit], slowLookups.windowMs);
      return counted !== undefined && counted.count <= limit.max ? open(window) : undefined;
    },
    recordRefusals(network, { count, ttlMs }) {
      const window = findWindow(network);
      window.refused = Math.max(window.refused, count);
      window.endsMs = clock.now().getTime() + ttlMs;
    },
    findWindowEnd: (network) => new Date(findWindow(network).endsMs),
  };
}
