import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

export type Metrics = Registry;

/** How often the lag of the event loop is sampled. A sample wakes the process, also when nothing else does. */
const lagSampleMs = 50;

/**
 * The process's own registry, with Node's default metrics. The label is `process`, since Prometheus itself says `service` of
 * what it scrapes in Kubernetes.
 */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagSampleMs });
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

export interface Sample<L extends string> {
  readonly labels: Readonly<Record<L, string>>;
  readonly value: number;
}

export type Sampler<L extends string> = () => Promise<readonly Sample<L>[]> | readonly Sample<L>[];

const samplersByGauge = new WeakMap<Gauge, Sampler<string>[]>();

/**
 * A gauge whose samples are asked for on each scrape; several parts of a process may measure under one name. What a failed
 * sampler said before is not repeated: a value that nobody measured misleads more than none.
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

/** A counter of the process, by labels that take few values. */
export function createCounter<L extends string>(
  registry: Metrics,
  counter: { readonly name: string; readonly help: string; readonly labelNames: readonly L[] },
): Counter<L> {
  return new Counter({ ...counter, registers: [registry] });
}

/** How often a cache was asked, and whether it knew. */
export interface CacheLookups {
  count(isHit: boolean): void;
}

/** The counter of one cache of the process, by its name. */
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
