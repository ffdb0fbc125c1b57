import { Counter } from 'prom-client';
import { measureLag } from '../metrics.ts';
import type { Metrics } from '../metrics.ts';

export interface RelayMetrics {
  readonly published: Counter<'collection'>;
  readonly failed: Counter<'collection'>;
}

/**
 * Registers the metrics of the relay. Each counter starts at 0, since Prometheus sees no increase from a missing
 * sample. `lagMs` is read on each scrape.
 */
export function createRelayMetrics(
  registry: Metrics,
  collections: readonly string[],
  lagMs: () => number,
): RelayMetrics {
  const registers = [registry];
  const labelNames = ['collection'] as const;
  const lag = {
    name: 'assay_outbox_lag_seconds',
    help: 'Age of the oldest event that waits in an outbox, in seconds.',
  };
  measureLag(registry, lag, lagMs);
  const metrics = {
    published: new Counter({
      name: 'assay_outbox_published_total',
      help: 'Events that were published and removed from outboxes.',
      labelNames,
      registers,
    }),
    failed: new Counter({
      name: 'assay_outbox_failures_total',
      help: 'Failed attempts to publish the outbox of a document.',
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
