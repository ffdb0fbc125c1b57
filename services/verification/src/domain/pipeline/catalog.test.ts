import { expect, it } from 'vitest';
import { manifests } from '@assay/checks/manifests';
import { checkSlugs } from '@assay/checks/registry';
import { catalog } from './catalog.ts';
import { checksOf } from './pipeline.ts';

it('every check is used by a pipeline, and pipelines use no others', () => {
  const used = new Set(catalog.flatMap(checksOf));
  expect([...used].toSorted()).toEqual(checkSlugs.toSorted());
});

it('every stage that asks people is declared as a check that no code here runs', () => {
  const asking = catalog.flatMap(({ stages }) => stages.filter(({ task }) => task.kind === 'ask'));
  expect(asking.length).toBeGreaterThan(0);
  for (const { slug, task } of asking) {
    const isAboutClaims = task.kind === 'ask' && task.claimKeys !== undefined;
    const criterion = isAboutClaims ? 'context_consistency' : 'crowd_agreement';
    expect(manifests.get(slug)).toMatchObject({ slug, kind: 'context', criterion });
    expect(checkSlugs).not.toContain(slug);
  }
});
