import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export type Metrics = Registry;

/** The process's own registry, with Node's default metrics. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** A gauge in seconds of how long something has been waiting; `lagMs` is asked on each scrape. */
export function measureLag(
  registry: Metrics,
  { name, help }: { readonly name: string; readonly help: string },
  lagMs: () => number,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(lagMs() / 1_000);
    },
  });
}
