import { describe, expect, it } from 'vitest';
import { loadChecks } from '@assay/checks/registry';
import { catalog } from './catalog.ts';
import { checksOf } from './pipeline.ts';

/** Share of the altered scenes; what is found less often is noticed by chance. */
const rarely = 0.25;

describe('what a pipeline says that it looks for', () => {
  it.each(catalog.filter(({ evaluation }) => evaluation !== null))(
    'is found by $slug in at least one of four cases',
    async (pipeline) => {
      const checks = await loadChecks(checksOf(pipeline));
      const searched = new Set(checks.flatMap(({ searchesFor = [] }) => searchesFor));
      const missed = (pipeline.evaluation?.altered ?? [])
        .filter(({ change, found, scenes }) => searched.has(change) && found / scenes < rarely)
        .map(({ change }) => change);
      expect([...(pipeline.rarelyFound ?? [])].toSorted()).toEqual(missed.toSorted());
    },
  );
});
