import { Counter, Gauge, Histogram } from 'prom-client';
import type { Metrics } from '../metrics.ts';

export interface ConsumerMetrics {
  readonly events: Counter<'consumer' | 'outcome'>;
  readonly inFlight: Gauge<'consumer'>;
  readonly duration: Histogram<'consumer'>;
}

/** Creates the metrics of consumers. All consumers of a process share them and differ by the label `consumer`. */
export function createConsumerMetrics(registry: Metrics): ConsumerMetrics {
  const registers = [registry];
  return {
    events: findOrCreate(registry, 'assay_events_total', (name) => {
      const help = 'Deliveries by outcome: handled, failed (retried) or dead (dead letter).';
      return new Counter({ name, help, labelNames: ['consumer', 'outcome'], registers });
    }),
    inFlight: findOrCreate(registry, 'assay_events_in_flight', (name) => {
      return new Gauge({
        name,
        help: 'Deliveries that are being handled.',
        labelNames: ['consumer'],
        registers,
      });
    }),
    duration: findOrCreate(registry, 'assay_event_duration_seconds', (name) => {
      const buckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300];
      return new Histogram({
        name,
        help: 'Duration of event handlers, in seconds.',
        labelNames: ['consumer'],
        buckets,
        registers,
      });
    }),
  };
}

/** The cast holds because each of the names above is registered only here. */
function findOrCreate<M>(registry: Metrics, name: string, create: (name: string) => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? create(name);
}
