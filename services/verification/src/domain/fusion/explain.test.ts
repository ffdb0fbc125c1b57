import { describe, expect, it } from 'vitest';
import { notApplicable } from '../../checks/check-result.ts';
import { conclude } from './conclude.ts';

describe('an explanation', () => {
  it.each([
    [false, true],
    [true, false],
  ])('says whether no signer is trusted: trustsSigners %s', (trustsSigners, isSaid) => {
    const absent = notApplicable(
      { slug: 'c2pa', version: '3', kind: 'structural', criterion: 'provenance' },
      'the file carries no Content Credentials',
      { trustsSigners },
    );
    const said = 'This platform trusts no signer of Content Credentials yet';
    expect(conclude([absent]).explanation.includes(said)).toBe(isSaid);
  });
});
