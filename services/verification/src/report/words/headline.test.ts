import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../domain/fusion/conclusion.ts';
import { writeHeadline } from './headline.ts';
import type { Headlined } from './headlined.ts';

const summary = 'The file was created after the claimed date.';
const contradicted = { verdict: 'contradicted', summary } as const;
const supported = { verdict: 'supported', summary: 'The device agrees.' } as const;
const unchecked = { verdict: 'not_checkable', summary: 'Nothing could check it.' } as const;
const quiet = { changes: [], strongest: { for: [], against: [] } };
const compared = {
  check: 'picture-relations',
  facts: {},
  applicability: { applicable: true },
  statement: '2 of the 3 images show the same scene.',
} as const;

const aboutFile = (verdict: Verdict, judged: Headlined['judged']) =>
  writeHeadline({ conclusion: { ...quiet, verdict }, judged, files: [{}], results: [] });
const aboutClaims = (judged: Headlined['judged'], files: readonly unknown[] = [{}]) => {
  const count = (verdict: string): number => judged.filter((claim) => claim.verdict === verdict).length;
  const claims = {
    supported: count('supported'),
    contradicted: count('contradicted'),
    not_checkable: count('not_checkable'),
  };
  const verdict = claims.contradicted > 0 ? 'inconclusive' : 'unverified';
  return writeHeadline({ conclusion: { ...quiet, verdict, claims }, judged, files, results: [compared] });
};

describe('a headline', () => {
  it('is the verdict on one file, and says first when the file contradicts a claim', () => {
    expect(aboutFile('unverified', [supported]).title).toBe('Unverified');
    const { title, meaning } = aboutFile('unverified', [contradicted]);
    expect(title).toBe('Contradicts the claim');
    expect(meaning).toContain(summary);
    expect(meaning).not.toContain('Nothing was found');
    expect(aboutFile('manipulated', [contradicted, contradicted]).title).toBe(
      'Manipulated; contradicts 2 claims',
    );
  });

  it('of claims says what became of them', () => {
    expect(aboutClaims([supported, contradicted]).title).toBe('Contradicts the claim');
    expect(aboutClaims([supported, unchecked]).title).toBe('Agrees with what is claimed');
    expect(aboutClaims([unchecked]).title).toBe('Claims could not be checked');
  });

  it('of several files says what was found', () => {
    expect(aboutClaims([], [{}, {}, {}])).toEqual({
      title: 'Files compared',
      meaning: '2 of the 3 images show the same scene.',
    });
  });
});
