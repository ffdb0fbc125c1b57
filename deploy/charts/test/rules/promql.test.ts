import { expect, it } from 'vitest';
import { namesIn } from '../../src/promql.ts';

it('finds metrics with their labels, groupings, and nothing else in a query', () => {
  const query =
    'topk(10, histogram_quantile(0.95, sum by (rpc, le) (rate(a_bucket{code=~"x{y}|by (z)",le="0.5"}[5m])))) ' +
    'or 0 * b:ratio > 14.4 * 0.001 and on (rpc) c unless absent(d) - time()';
  expect(namesIn(query)).toEqual({
    selectors: [
      { metric: 'a_bucket', labels: ['code', 'le'] },
      { metric: 'b:ratio', labels: [] },
      { metric: 'c', labels: [] },
      { metric: 'd', labels: [] },
    ],
    groupedBy: ['rpc', 'le', 'rpc'],
  });
});
