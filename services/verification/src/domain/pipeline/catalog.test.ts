import { expect, it } from 'vitest';
import { checkSlugs } from '@assay/checks/registry';
import { catalog } from './catalog.ts';
import { checksOf } from './pipeline.ts';

it('every check is used by a pipeline, and pipelines use no others', () => {
  const used = new Set(catalog.flatMap(checksOf));
  expect([...used].toSorted()).toEqual(checkSlugs.toSorted());
});
