import { Gauge } from 'prom-client';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics.ts';
import { runProbe } from './probe.ts';
import { createSingleFlight } from './single-flight.ts';

/** Rejects or resolves to false while a server is away. */
export type DependencyProbe = () => Promise<unknown> | boolean;

/** The servers a process leans on. That one is away is a metric and an alert; the process stays ready, as all replicas share it. */
export interface Dependencies {
  add(name: string, probe: DependencyProbe): void;
  /**
   * Adds a server of others, which is asked only when nobody has heard of it for a minute or it was away: `ask` rejects while it
   * is. Returns what says that it answered somebody.
   */
  addRemote(name: string, request: () => Promise<unknown>): () => void;
}

const freshMs = 60_000;

/** The gauge `assay_dependency_up` by `dependency`: 1 while it answers, asked for on each scrape. */
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

/** What was known is repeated while it is asked, which may take longer than a scrape does. */
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
