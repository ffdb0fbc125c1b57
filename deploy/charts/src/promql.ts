/** One selector of a query: a metric with the labels that it is matched by. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

export interface QueryNames {
  readonly selectors: readonly Selector[];
  /** By which something is grouped or joined. */
  readonly groupedBy: readonly string[];
}

const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);

/** The names in a query of PromQL; what stands in quotes and ranges names nothing. */
export function namesIn(query: string): QueryNames {
  const bare = query.replaceAll(/"(?:[^"\\]|\\.)*"/gu, '""').replaceAll(/\[[^\]]*\]/gu, '');
  const grouping = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/gu;
  const groupedBy = [...bare.matchAll(grouping)].flatMap(([, names = '']) => listed(names));
  const selector = /(?<metric>[a-zA-Z_:][\w:]*)(?:\{(?<matchers>[^}]*)\}|(?!\s*\()(?![\w:]))/gu;
  const selectors = [...bare.replaceAll(grouping, '').matchAll(selector)].flatMap(({ groups }) => {
    const { metric = '', matchers = '' } = groups ?? {};
    if (keywords.has(metric)) return [];
    return [{ metric, labels: listed(matchers).map((matcher) => matcher.replace(/\W.*$/u, '')) }];
  });
  return { selectors, groupedBy };
}

function listed(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
