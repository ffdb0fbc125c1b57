import { answerOf } from './probe.ts';

/** Whether one part of the start is complete; `undefined` when it is, else what is wrong. */
export type ReadinessProbe = () => Promise<string | undefined> | string | undefined;

export interface Readiness {
  /**
   * Adds a part of the start without which the process cannot answer. A server that all replicas share is none: it belongs to the
   * dependencies, since no replica answers better than this one while it is away.
   */
  add(name: string, probe: ReadinessProbe): void;
  /** Everything that is wrong now, by name; empty when ready. */
  check(): Promise<Readonly<Record<string, string>>>;
}

export function createReadiness(stopping: AbortSignal): Readiness {
  const probes = new Map<string, ReadinessProbe>();
  return {
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

/** Keeps the process from being ready until the returned function is called. */
export function awaitStart(readiness: Pick<Readiness, 'add'>): () => void {
  let problem: string | undefined = 'has not finished';
  readiness.add('start', () => problem);
  return () => {
    problem = undefined;
  };
}

async function run(probe: ReadinessProbe): Promise<string | undefined> {
  try {
    return await answerOf(probe);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
