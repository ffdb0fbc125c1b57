import { describe, expect, it } from 'vitest';
import { finding, notApplicable } from '@assay/checks/check/check-result';
import { findBasis, listBases } from './verdict-basis.ts';

const check = (slug: string) =>
  ({ slug, version: '1', kind: 'structural', criterion: 'provenance' }) as const;
const credentials = finding(check('c2pa'), { statement: '', llrManipulated: 3 });
const generator = finding(check('generator-metadata'), { statement: '', llrSynthetic: 3 });
const copied = finding(check('copy-move'), { statement: '', llrManipulated: 1 });
const unsigned = notApplicable(check('c2pa'), 'the file carries no Content Credentials');

describe('the basis of a verdict', () => {
  it.each([
    ['manipulated', [credentials, copied], 'credentials'],
    ['manipulated', [unsigned, copied], null],
    ['inconclusive', [copied, generator], 'generator-text'],
    ['synthetic', [generator, credentials], 'generator-text'],
    ['unverified', [credentials], null],
    ['manipulated', [], null],
  ] as const)('%s', (verdict, results, basis) => {
    expect(findBasis(verdict, results)).toBe(basis);
  });

  it('is possible for files that hold such evidence', () => {
    expect(listBases([credentials, generator])).toEqual(['credentials', 'generator-text']);
    expect(listBases([unsigned, copied])).toEqual([]);
  });
});
