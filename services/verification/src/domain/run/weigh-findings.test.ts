import { describe, expect, it } from 'vitest';
import { finding } from '@assay/checks/check/check-result';
import { weighFindings } from './weigh-findings.ts';

describe('what a run about claims concludes', () => {
  it('counts only the claims that its pipeline declares', () => {
    const agreed = finding(
      { slug: 'sun-position', version: '1', kind: 'context', criterion: 'context_consistency' },
      {
        statement: 'The sun agrees.',
        claims: [{ keys: ['claimed_date'], bearing: 'supports', statement: 'the sun agrees' }],
      },
    );
    const contextData = { claimed_date: '2026-11-19', subject_of_another_pipeline: 'a harbour' };
    const run = { pipelineSlug: 'geo-time-context', contextData };
    const { concluded, claims } = weighFindings(run, { kind: 'conclude', about: 'claims' }, [agreed]);
    expect(concluded.confidence).toBe(1);
    expect(claims.map(({ key }) => key)).toEqual(['claimed_date', 'subject_of_another_pipeline']);
  });
});
