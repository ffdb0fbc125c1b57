import { Gauge } from 'prom-client';
import type { Metrics } from '../metrics.ts';
import { answerOf } from './probe.ts';

/** Rejects or resolves to false while a server is away. */
export type DependencyProbe = () => Promise<unknown> | boolean;

/** The servers a process leans on. That one is away is a metric and an alert; the process stays ready, as all replicas share it. */
export interface Dependencies {
  add(name: string, probe: DependencyProbe): void;
}

/** The gauge `assay_dependency_up` by `dependency`: 1 while it answers, asked for on each scrape. */
export function createDependencies(registry: Metrics): Dependencies {
  const probes = new Map<string, DependencyProbe>();
  new Gauge({
    name: 'assay_dependency_up',
    help: '1 while a server this process leans on answers, else 0.',
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
  return { add: (name, probe) => void probes.set(name, probe) };
}

async function isUp(probe: DependencyProbe): Promise<boolean> {
  try {
    return (await answerOf(probe)) !== false;
  } catch {
    return false;
  }
}
