import { runProbe } from './probe.ts';

/** Whether one part of the start is complete; `undefined` when it is, else what is wrong. */
export type ReadinessProbe = () => Promise<string | undefined> | string | undefined;

/** How far the process has come in starting. */
export interface Start {
  /** It is under way, and waits for nothing now. */
  begin(): void;
  /** What it cannot go on without, such as `mongodb: no server answers`. */
  waitFor(what: string): void;
  complete(): void;
  /** What is not done yet; undefined once it is complete. */
  problem(): string | undefined;
}

export interface Readiness {
  readonly start: Start;
  /**
   * Adds a part of the start without which the process cannot answer. A server that all replicas share is none: it belongs to the
   * dependencies, since no replica answers better than this one while it is away.
   */
  add(name: string, probe: ReadinessProbe): void;
  /** Everything that is wrong now, by name; empty when ready. */
  check(): Promise<Readonly<Record<string, string>>>;
}

export function createReadiness(stopping: AbortSignal): Readiness {
  const start = createStart();
  const probes = new Map<string, ReadinessProbe>([['start', () => start.problem()]]);
  return {
    start,
    add: (name, probe) => void probes.set(name, probe),
    async check() {
      if (stopping.aborted) return { process: 'is stopping' };
      const results = await Promise.all(
        [...probes].map(async ([name, probe]) => [name, await run(probe)] as const),
      );
      return Object.fromEntries(
        results.flatMap(([name, problem]) => (problem === undefined ? [] : [[name, problem]])),
      );
    },
  };
}

function createStart(): Start {
  let problem: string | undefined;
  return {
    begin() {
      problem = 'has not finished';
    },
    waitFor(what) {
      problem = `waits for ${what}`;
    },
    complete() {
      problem = undefined;
    },
    problem: () => problem,
  };
}

async function run(probe: ReadinessProbe): Promise<string | undefined> {
  try {
    return await runProbe(probe);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
