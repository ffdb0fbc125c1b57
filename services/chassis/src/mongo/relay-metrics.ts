import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics.ts';

export interface RelayMetrics {
  readonly published: Counter<'collection'>;
  readonly failed: Counter<'collection'>;
}

/** Registers the relay's metrics; `lagMs` is asked on each scrape. */
export function createRelayMetrics(registry: Metrics, lagMs: () => number): RelayMetrics {
  const registers = [registry];
  const labelNames = ['collection'] as const;
  new Gauge({
    name: 'assay_outbox_lag_seconds',
    help: 'Age of the oldest event that waits in an outbox.',
    registers,
    collect() {
      this.set(lagMs() / 1_000);
    },
  });
  return {
    published: new Counter({
      name: 'assay_outbox_published_total',
      help: 'Events published from outboxes and removed.',
      labelNames,
      registers,
    }),
    failed: new Counter({
      name: 'assay_outbox_failures_total',
      help: "Attempts to publish a document's outbox that failed.",
      labelNames,
      registers,
    }),
  };
}
