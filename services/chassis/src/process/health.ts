import { runProbe } from './probe.ts';

/** Returns the problem of a part of the process, or undefined when the part is ready. */
export type ReadinessProbe = () => Promise<string | undefined> | string | undefined;

/** The progress of the start of a process. */
export interface Start {
  /** Marks the start as running and waiting for no server. */
  begin(): void;
  /** Names the dependency that the start waits for, such as `mongodb: no server answers`. */
  waitFor(dependency: string): void;
  complete(): void;
  /** Returns the reason why the start is not complete, undefined once it is. */
  problem(): string | undefined;
}

export interface Readiness {
  readonly start: Start;
  /**
   * Adds a part without which this replica cannot answer. A server that all replicas share belongs to the dependencies instead, since
   * no other replica could answer while it is unavailable.
   */
  add(name: string, probe: ReadinessProbe): void;
  /** Returns all current problems by name; empty when the process is ready. */
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
    waitFor(dependency) {
      problem = `waits for ${dependency}`;
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
