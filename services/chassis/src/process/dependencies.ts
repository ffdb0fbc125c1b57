import { Gauge } from 'prom-client';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics.ts';
import { runProbe } from './probe.ts';
import { createSingleFlight } from './single-flight.ts';

/** Checks a server. It rejects or returns false while the server is unavailable. */
export type DependencyProbe = () => Promise<unknown> | boolean;

/**
 * The servers that a process depends on. An unavailable one shows in a metric and raises an alert; the process stays ready, because
 * all replicas depend on the same server.
 */
export interface Dependencies {
  add(name: string, probe: DependencyProbe): void;
  /**
   * Adds a server that the platform does not operate. `request` must reject while it is unavailable; it runs only when the server gave
   * no answer for a minute, or was unavailable. Returns a callback to call whenever the server answers regular traffic.
   */
  addRemote(name: string, request: () => Promise<unknown>): () => void;
}

const freshMs = 60_000;

/** Creates the gauge `assay_dependency_up` by `dependency`: 1 while the server answers. Each scrape runs the probes. */
export function createDependencies(registry: Metrics, clock: Clock = systemClock): Dependencies {
  const probes = new Map<string, DependencyProbe>();
  new Gauge({
    name: 'assay_dependency_up',
    help: '1 while a server that this process needs answers, else 0.',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      await Promise.all(
        [...probes].map(async ([dependency, probe]) => {
          this.set({ dependency }, (await isUp(probe)) ? 1 : 0);
        }),
      );
    },
  });
  return {
    add: (name, probe) => void probes.set(name, probe),
    addRemote(name, request) {
      const { probe, onAnswer } = followAnswers(request, clock);
      probes.set(name, probe);
      return onAnswer;
    },
  };
}

/** Creates a probe that returns the last known state while a request runs, because the request may take longer than a scrape. */
function followAnswers(request: () => Promise<unknown>, clock: Clock) {
  let isUp: boolean | undefined;
  let answeredAtMs = -Infinity;
  const onAnswer = (): void => {
    isUp = true;
    answeredAtMs = clock.now().getTime();
  };
  const sharedRequest = createSingleFlight(async () => {
    await request().then(onAnswer, () => (isUp = false));
    return isUp === true;
  });
  const probe = (): Promise<boolean> | boolean => {
    const isFresh = isUp === true && clock.now().getTime() - answeredAtMs < freshMs;
    if (isFresh) return true;
    const answer = sharedRequest.run();
    return isUp ?? answer;
  };
  return { probe, onAnswer };
}

async function isUp(probe: DependencyProbe): Promise<boolean> {
  try {
    return (await runProbe(probe)) !== false;
  } catch {
    return false;
  }
}
