import { Counter } from 'prom-client';
import { measureLag } from '../metrics.ts';
import type { Metrics } from '../metrics.ts';

export interface RelayMetrics {
  readonly published: Counter<'collection'>;
  readonly failed: Counter<'collection'>;
}

/** Registers the relay's metrics, each at 0, since a rise is not seen in what was not there; `lagMs` is asked on each scrape. */
export function createRelayMetrics(
  registry: Metrics,
  collections: readonly string[],
  lagMs: () => number,
): RelayMetrics {
  const registers = [registry];
  const labelNames = ['collection'] as const;
  const lag = { name: 'assay_outbox_lag_seconds', help: 'Age of the oldest event that waits in an outbox.' };
  measureLag(registry, lag, lagMs);
  const metrics = {
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
  for (const collection of collections) {
    metrics.published.inc({ collection }, 0);
    metrics.failed.inc({ collection }, 0);
  }
  return metrics;
}
