import { dashboardQueries, readRules, ruleQueries } from '@assay/charts/observed';
import { namesIn } from '@assay/charts/promql';
import type { ObservedQuery } from '@assay/charts/observed';

/** The labels of each metric that processes expose; none for one that has no sample yet. */
export type Exposed = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads what processes answer at `/metrics` (Prometheus text format). */
export function exposedIn(texts: readonly string[]): Exposed {
  const exposed = new Map<string, Set<string>>();
  const labelsOf = (metric: string): Set<string> => {
    const labels = exposed.get(metric) ?? new Set();
    exposed.set(metric, labels);
    return labels;
  };
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const { declared, metric, labels } =
      /^(?:# TYPE (?<declared>\S+)|(?<metric>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? \S+$)/u.exec(line)
        ?.groups ?? {};
    if (declared !== undefined) labelsOf(declared);
    if (metric === undefined) continue;
    for (const [, name = ''] of (labels ?? '').matchAll(/(\w+)="(?:[^"\\]|\\.)*"/gu))
      labelsOf(metric).add(name);
  }
  return exposed;
}

/** What Prometheus adds to each sample it scrapes in Kubernetes. */
const targetLabels = new Set(['namespace', 'pod']);
/** What alerts are queried by. */
const ownLabels = new Set(['le', 'process']);

/** What dashboards and rules ask for that no process says. */
export async function unknownNames(exposed: Exposed): Promise<readonly string[]> {
  const recorded = (await readRules()).flatMap(({ record }) => (record === undefined ? [] : [record]));
  const known = new Map([...exposed, ...recorded.map((name) => [name, new Set<string>()] as const)]);
  return [...dashboardQueries, ...(await ruleQueries())].flatMap((query) => unknownIn(query, known));
}

function unknownIn({ place, expr }: ObservedQuery, known: Exposed): readonly string[] {
  const { selectors, groupedBy } = namesIn(expr);
  const has = (metric: string, label: string): boolean =>
    targetLabels.has(label) || ownLabels.has(label) || mayHave(known.get(metric), label);
  const metrics = selectors.filter(({ metric }) => !known.has(metric)).map(({ metric }) => metric);
  const matched = selectors.flatMap(({ metric, labels }) =>
    labels.filter((label) => !has(metric, label)).map((label) => `${metric}{${label}}`),
  );
  const grouped = groupedBy.filter((label) => !selectors.some(({ metric }) => has(metric, label)));
  return [...metrics, ...matched, ...grouped].map((name) => `${place}: ${name}`);
}

/** What has no sample yet, as what counts mishaps, does not say which labels it will have. */
function mayHave(labels: ReadonlySet<string> | undefined, label: string): boolean {
  return labels !== undefined && (labels.size === 0 || labels.has(label));
}

/** Metrics of ours that no dashboard shows. */
export function unseenMetrics(exposed: Exposed): readonly string[] {
  const shown = new Set(
    dashboardQueries.flatMap(({ expr }) => namesIn(expr).selectors.map(({ metric }) => baseOf(metric))),
  );
  return [...new Set([...exposed.keys()].map(baseOf))].filter(
    (metric) => metric.startsWith('assay_') && !shown.has(metric),
  );
}

/** A histogram is one metric under three names. */
function baseOf(metric: string): string {
  return metric.replace(/_(?:bucket|sum|count)$/u, '');
}
