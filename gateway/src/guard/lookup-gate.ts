import type { Clock } from '@assay/chassis/clock';
import type { RateCount, RateCounter } from './rate-counter.ts';

/** One more credential of an address may be looked up; to be ended exactly once. */
export interface Lookup {
  /** `isFruitless`: it let nobody in. */
  end(isFruitless: boolean): void;
}

/**
 * Keeps an address that tries credential after credential from having each of them looked up: once as many lookups let nobody
 * in as a window allows refusals, ten a second are still made. What is known already passes without asking here.
 */
export interface LookupGate {
  /** Resolves to undefined when the address has used up what it may have looked up; waits for lookups that may still do so. */
  begin(network: string): Promise<Lookup | undefined>;
  /** What the counter of all gateways says about the refused requests of an address. */
  note(network: string, counted: RateCount): void;
  /** When the window of the address ends. */
  endOf(network: string): Date;
}

interface Tried {
  fruitless: number;
  pending: number;
  endsMs: number;
  waiting: (() => void)[];
}

const maxNetworks = 10_000;
const slowLookups = { perWindow: 10, windowMs: 1_000 };

interface GateOptions {
  /** How many refused credentials of one address a window allows. */
  readonly maxRefused: number;
  readonly windowMs: number;
}

export function createLookupGate(
  { maxRefused, windowMs }: GateOptions,
  counter: RateCounter,
  clock: Clock,
): LookupGate {
  const networks = new Map<string, Tried>();

  function triedBy(network: string): Tried {
    const nowMs = clock.now().getTime();
    let tried = networks.get(network);
    if (tried === undefined) {
      const [oldest] = networks.keys();
      if (networks.size >= maxNetworks && oldest !== undefined) networks.delete(oldest);
      tried = { fruitless: 0, pending: 0, endsMs: nowMs + windowMs, waiting: [] };
      networks.set(network, tried);
    }
    if (tried.endsMs <= nowMs) Object.assign(tried, { fruitless: 0, endsMs: nowMs + windowMs });
    return tried;
  }

  function open(tried: Tried): Lookup {
    tried.pending += 1;
    return {
      end(isFruitless) {
        tried.pending -= 1;
        if (isFruitless) tried.fruitless += 1;
        const { waiting } = tried;
        tried.waiting = [];
        for (const resume of waiting) resume();
      },
    };
  }

  return {
    async begin(network) {
      let tried = triedBy(network);
      while (tried.fruitless < maxRefused && tried.fruitless + tried.pending >= maxRefused) {
        const { waiting } = tried;
        await new Promise<void>((resolve) => waiting.push(resolve));
        tried = triedBy(network);
      }
      if (tried.fruitless < maxRefused) return open(tried);
      const limit = { key: `lookups:${network}`, max: slowLookups.perWindow };
      const [counted] = await counter.count([limit], slowLookups.windowMs);
      return counted !== undefined && counted.count <= limit.max ? open(tried) : undefined;
    },
    note(network, { count, ttlMs }) {
      const tried = triedBy(network);
      tried.fruitless = Math.max(tried.fruitless, count);
      tried.endsMs = clock.now().getTime() + ttlMs;
    },
    endOf: (network) => new Date(triedBy(network).endsMs),
  };
}
