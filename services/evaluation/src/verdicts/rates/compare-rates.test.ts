import { describe, expect, it } from 'vitest';
import type {
  EvaluationCounts,
  PublishedEvaluation,
} from '@assay/verification/domain/pipeline/definitions/evaluations/published-evaluation';
import { compareRates } from './compare-rates.ts';
import { describeJudged, renewPage, writeSection } from './rates-page.ts';

const copied = { change: 'copied-area', found: 0 } as const;

function anEvaluation(counts: Partial<EvaluationCounts>): PublishedEvaluation {
  const all = {
    innocentScenes: 105,
    called: { manipulated: 0, synthetic: 0, inconclusive: 2 },
    alteredScenes: 60,
    altered: [{ ...copied, scenes: 60, unverified: 12 }],
    ...counts,
  };
  return {
    material: { scenes: 'scenes', files: 'pictures' },
    checks: { 'copy-move': '5' },
    innocentVersions: 11,
    sources: 34,
    calledAuthentic: 0,
    ...all,
    conditions: [{ ...all, condition: 'saved-again' }],
  };
}

describe('compareRates', () => {
  it('names each condition, and counts what other people altered apart', () => {
    const byOthers = { makers: 2, altered: [{ ...copied, scenes: 17, unverified: 5 }] };
    const measured = anEvaluation({ altered: [{ ...copied, scenes: 50, unverified: 15 }], byOthers });
    const rates = compareRates(anEvaluation({}), measured);
    expect(rates.map(({ verdict }) => verdict)).toEqual([
      'manipulated',
      'synthetic',
      'inconclusive',
      'unverified',
    ]);
    expect(rates[2]).toMatchObject({ printed: { wrong: 2, of: 105 }, own: { wrong: 2, of: 105 } });
    expect(rates[3]).toMatchObject({
      files: 'JPEG images that a program saved, or without camera data',
      change: 'copied-area',
      printed: { wrong: 12, of: 60 },
      own: { wrong: 10, of: 33 },
      others: { wrong: 5, of: 17 },
    });
  });

  it('has no printed rate where a report withholds it', () => {
    const few = anEvaluation({ innocentScenes: 12, altered: [{ ...copied, scenes: 12, unverified: 1 }] });
    for (const { printed } of compareRates(few, anEvaluation({}))) expect(printed).toBeNull();
  });

  it('compares the rates of all files where files have no condition', () => {
    const { conditions: _, ...recordings } = anEvaluation({});
    expect(compareRates(recordings, recordings).map(({ files }) => files)).toContain('all pictures');
  });
});

describe('the page of printed rates', () => {
  const measured = anEvaluation({ altered: [{ ...copied, scenes: 50, unverified: 30 }] });
  const section = writeSection(
    'image-authenticity',
    describeJudged(measured),
    compareRates(anEvaluation({}), measured),
  );

  it('states intervals, and says which printed rate is outside', () => {
    const row = (text: string): string[] =>
      (section.split('\n').find((line) => line.includes(text)) ?? '').split('|').map((cell) => cell.trim());
    expect(row('`unverified`').slice(3, 7)).toEqual(['12 of 60', '30 of 50 (45.2 to 73.6 %)', '', 'outside']);
    expect(row('`inconclusive`').slice(3, 7)).toEqual(['2 of 105', '2 of 105 (0.2 to 6.7 %)', '', 'inside']);
    expect(section).toContain('105 pristine scenes of 34 sources were judged');
    expect(section).toContain('Checks: `copy-move` 5.');
  });

  it('keeps the sections of other pipelines, and renews its own', () => {
    const page = renewPage(renewPage('', 'image-authenticity', section), 'audio', '## audio\n\nold\n');
    const renewed = renewPage(page, 'audio', '## audio\n\nnew\n');
    expect(renewed).toContain('| `inconclusive`, pristine');
    expect(renewed).toContain('## audio\n\nnew\n');
    expect(renewed).not.toContain('old\n');
    expect(renewPage(renewed, 'audio', '## audio\n\nnew\n')).toBe(renewed);
  });
});
