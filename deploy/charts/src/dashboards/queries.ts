import type { Query } from './panel.ts';

const inNamespace = 'namespace=~"$namespace"';

/** A metric of the chosen namespace, with further matchers such as `outcome="hit"`. */
export function of(metric: string, matchers = ''): string {
  return `${metric}{${[inNamespace, ...(matchers === '' ? [] : [matchers])].join(',')}}`;
}

/** How fast a counter rises, summed by labels. */
export function rateBy(labels: string, metric: string, matchers?: string): string {
  return `sum by (${labels}) (rate(${of(metric, matchers)}[$__rate_interval]))`;
}

/** The most that several replicas say of one and the same thing. */
export function mostBy(labels: string, metric: string, matchers?: string): string {
  return `max by (${labels}) (${of(metric, matchers)})`;
}

export function sumBy(labels: string, metric: string, matchers?: string): string {
  return `sum by (${labels}) (${of(metric, matchers)})`;
}

/** Below which a share of what a histogram observed lies. */
export function quantileBy(quantile: number, labels: string, metric: string, matchers?: string): string {
  return `histogram_quantile(${quantile}, ${rateBy(`${labels}, le`, `${metric}_bucket`, matchers)})`;
}

/** A curve for each value of one label. */
export function each(label: string, expr: string): Query {
  return { expr, name: `{{${label}}}` };
}
