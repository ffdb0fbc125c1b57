import { describe, expect, it } from 'vitest';
import { notApplicable } from '../../checks/check-result.ts';
import { conclude } from './conclude.ts';

describe('an explanation', () => {
  it.each([
    [null, true],
    ['2026-11', false],
  ])('says whether no signer is trusted, with trust list %s', (trustListVersion, isSaid) => {
    const absent = notApplicable(
      { slug: 'c2pa', version: '2', kind: 'structural', criterion: 'provenance' },
      'the file carries no Content Credentials',
      { trustListVersion },
    );
    const said = 'This platform trusts no signer of Content Credentials yet';
    expect(conclude([absent]).explanation.includes(said)).toBe(isSaid);
  });
});
