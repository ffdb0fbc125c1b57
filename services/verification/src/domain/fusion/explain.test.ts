import { describe, expect, it } from 'vitest';
import { finding, notApplicable } from '@assay/checks/check/check-result';
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

  const traces = (slug: string, x: number) =>
    finding(
      { slug, version: '1', kind: 'structural', criterion: 'duplication', mayNotice: ['generated'] },
      {
        llrManipulated: 0.5,
        statement: `${slug} found something.`,
        locations: [{ boundingBox: { x, y: 10, width: 100, height: 50 } }],
      },
    );

  it('of an open verdict states how probable a change is, and what a verdict needs', () => {
    const { verdict, explanation } = conclude([traces('thumbnail', 0), traces('copy-move', 400)]);
    expect(verdict).toBe('inconclusive');
    expect(explanation).toContain(
      'All in all it is 52 % probable that the file was changed; a verdict needs 85 %.',
    );
    expect(explanation).not.toContain('point at the same place');
  });

  it('says that several findings are of one place', () => {
    const { explanation } = conclude([traces('thumbnail', 0), traces('copy-move', 20)]);
    expect(explanation).toMatch(/“Copied areas” and “.+” point at the same place\./u);
  });

  it('does not say that nothing looked for a generator whose text was found', () => {
    const text = finding(
      {
        slug: 'generator-metadata',
        version: '5',
        kind: 'structural',
        criterion: 'synthetic_indicators',
        mayNotice: ['generated'],
      },
      { llrSynthetic: 0.9, statement: 'A text names a generator.' },
    );
    expect(conclude([text]).verdict).toBe('inconclusive');
    expect(conclude([text]).explanation).not.toContain('content made by a generator');
  });

  it('says once, and first, that a claim does not agree with the file', () => {
    const contradicted = finding(
      { slug: 'claim-consistency', version: '4', kind: 'context', criterion: 'context_consistency' },
      {
        llrManipulated: 0.1,
        statement: 'This contradicts what is claimed: claimed device A, recorded B.',
        claims: [
          { keys: ['claimed_device'], bearing: 'contradicts', statement: 'claimed device A, recorded B' },
        ],
      },
    );
    const { verdict, explanation } = conclude([contradicted]);
    expect(verdict).toBe('unverified');
    expect(explanation).toMatch(/^A claim does not agree with the file: claimed device A, recorded B\./u);
    expect(explanation.split('recorded B')).toHaveLength(2);
  });
});
