import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

export type Metrics = Registry;

/** The sampling interval of the event loop lag. Each sample wakes the process, even an idle one. */
const lagSampleMs = 50;

/**
 * Creates the registry of a process with the default metrics of Node. The label is `process`, because Prometheus itself adds `service`
 * to metrics that it scrapes in Kubernetes.
 */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagSampleMs });
  return registry;
}

/** Adds a gauge in seconds of the time that something has been waiting. Each scrape calls `lagMs`. */
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

export interface Sample<L extends string> {
  readonly labels: Readonly<Record<L, string>>;
  readonly value: number;
}

export type Sampler<L extends string> = () => Promise<readonly Sample<L>[]> | readonly Sample<L>[];

const samplersByGauge = new WeakMap<Gauge, Sampler<string>[]>();

/**
 * Adds a gauge whose samplers run on each scrape. Several parts of a process may add samplers under one name. When a sampler fails,
 * its samples are missing, because an outdated value misleads more than none.
 */
export function measure<L extends string>(
  registry: Metrics,
  gauge: { readonly name: string; readonly help: string; readonly labelNames: readonly L[] },
  sampler: Sampler<L>,
): void {
  const known = registry.getSingleMetric(gauge.name);
  const samplers = known instanceof Gauge ? samplersByGauge.get(known) : undefined;
  if (samplers !== undefined) {
    samplers.push(sampler);
    return;
  }
  const first: Sampler<string>[] = [sampler];
  samplersByGauge.set(createSampledGauge(registry, gauge, first), first);
}

function createSampledGauge(
  registry: Metrics,
  gauge: { readonly name: string; readonly help: string; readonly labelNames: readonly string[] },
  samplers: readonly Sampler<string>[],
): Gauge {
  return new Gauge({
    ...gauge,
    registers: [registry],
    async collect() {
      const outcomes = await Promise.allSettled(samplers.map(async (sample) => sample()));
      this.reset();
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') continue;
        for (const { labels, value } of outcome.value) this.set(labels, value);
      }
    },
  });
}

/** Creates a counter of the process. Its labels must have few values. */
export function createCounter<L extends string>(
  registry: Metrics,
  counter: { readonly name: string; readonly help: string; readonly labelNames: readonly L[] },
): Counter<L> {
  return new Counter({ ...counter, registers: [registry] });
}

/** Counts the lookups in a cache. */
export interface CacheLookups {
  count(isHit: boolean): void;
}

/** Creates the lookup counter of a cache of the process. */
export function countLookups(registry: Metrics, cache: string): CacheLookups {
  const name = 'assay_cache_lookups_total';
  const known = registry.getSingleMetric(name);
  const help = 'Cache lookups by outcome: hit or miss.';
  const counter =
    known instanceof Counter
      ? known
      : createCounter(registry, { name, help, labelNames: ['cache', 'outcome'] });
  const [hits, misses] = ['hit', 'miss'].map((outcome) => counter.labels({ cache, outcome }));
  return {
    count(isHit) {
      (isHit ? hits : misses)?.inc();
    },
  };
}
