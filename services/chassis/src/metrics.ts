import { collectDefaultMetrics, Registry } from 'prom-client';

export type Metrics = Registry;

/** The process's own registry, with Node's default metrics. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
