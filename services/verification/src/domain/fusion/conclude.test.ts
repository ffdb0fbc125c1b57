import { describe, expect, it } from 'vitest';
import { finding, notApplicable } from '@assay/checks/check/check-result';
import { documentChanges } from '@assay/checks/search/change-kinds';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { Calibration, CheckResult, EvidenceKind, ScorecardKey } from '@assay/checks/check/check';
import { conclude } from './conclude.ts';
import type { Verdict } from './conclusion.ts';

type Given = Omit<Partial<CheckResult>, 'searchesFor'> & {
  slug?: string;
  searchesFor?: readonly ChangeKind[];
};

function result(given: Given = {}): CheckResult {
  const { slug = 'c2pa', kind = 'structural', criterion = 'provenance', searchesFor = [], ...found } = given;
  const identity = { slug, version: '1', kind, criterion, searchesFor };
  return finding(identity, { statement: `What ${slug} says.`, ...found });
}

const wellMeasured = { innocentScenes: 400, falseAlarms: 0, alteredScenes: 200, found: 160 };

const copyMove = (llrManipulated: number, calibration: Calibration | null = wellMeasured): CheckResult =>
  result({
    slug: 'copy-move',
    kind: 'statistical',
    criterion: 'duplication',
    llrManipulated,
    calibration,
    searchesFor: ['copied-area'],
  });
const trace = (check: string, llr: number, searchesFor: readonly ChangeKind[]): CheckResult => ({
  ...copyMove(llr),
  check,
  searchesFor,
});
const capture = (llrAuthentic = 3): CheckResult =>
  result({ llrAuthentic, authenticBasis: 'trusted-capture' });
const recipe = (llrSynthetic = 3): CheckResult =>
  result({ slug: 'generator-metadata', criterion: 'synthetic_indicators', llrSynthetic });
const metadata = (given: Given): CheckResult =>
  result({ slug: 'exif-consistency', criterion: 'metadata_consistency', ...given });
const skipped = (slug = 'jpeg-structure'): CheckResult =>
  notApplicable(
    { slug, version: '1', kind: 'structural', criterion: 'container_structure' },
    'it is no JPEG',
  );

const agreements = (['compression', 'metadata', 'thumbnail', 'sensor'] as const).map((basis) =>
  result({ slug: `agreement-${basis}`, llrAuthentic: 0.3, authenticBasis: basis }),
);

describe('conclude', () => {
  it.each<[string, CheckResult[], Verdict]>([
    ['no result at all', [], 'unverified'],
    ['nothing applicable', [skipped(), skipped('c2pa')], 'unverified'],
    ['checks without a finding', [result(), copyMove(0)], 'unverified'],
    ['a pixel check that found nothing', [copyMove(-0.4)], 'unverified'],
    ['contradicting metadata alone', [metadata({ llrManipulated: 0.2 })], 'unverified'],
    ['a changed signed file', [result({ llrManipulated: 3 })], 'manipulated'],
    ['a strong duplication', [copyMove(2)], 'manipulated'],
    ['a duplication below the threshold', [copyMove(0.7)], 'inconclusive'],
    ['an old manifest that does not match', [result({ llrManipulated: 0.8 })], 'inconclusive'],
    ['a generator recipe', [recipe()], 'synthetic'],
    ['a generator name', [recipe(2)], 'synthetic'],
    ['evidence that would accuse if half of all files were forged', [copyMove(1.3)], 'inconclusive'],
    ['a weak artificial sign', [recipe(0.9)], 'inconclusive'],
    ['a generated picture with repeated texture', [recipe(3), copyMove(2)], 'synthetic'],
    ['a generated picture changed after signing', [recipe(3), result({ llrManipulated: 3 })], 'manipulated'],
    ['a trusted capture', [capture()], 'authentic'],
    ['a trusted capture with a faint duplication', [capture(), copyMove(0.4)], 'authentic'],
    ['a trusted capture with a strong duplication', [capture(), copyMove(2)], 'inconclusive'],
    ['a trusted capture with a generator recipe', [capture(), recipe()], 'inconclusive'],
    [
      'checks that contradict each other',
      [metadata({ llrManipulated: 1.5 }), copyMove(-1.5)],
      'inconclusive',
    ],
    ['all four agreements with the camera', agreements, 'authentic'],
    ['three of four agreements', agreements.slice(0, 3), 'unverified'],
  ])('finds for %s: %s', (...[, results, verdict]) => {
    expect(conclude(results).verdict).toBe(verdict);
  });

  it('gives the posterior as confidence, capped by what it rests on', () => {
    const ratio = 10 ** 1.9 / 9;
    expect(conclude([copyMove(1.9)]).confidence).toBeCloseTo(ratio / (1 + ratio), 6);
    expect(conclude([result({ llrManipulated: 3 })]).confidence).toBe(0.99);
    expect(conclude([recipe(6)]).confidence).toBe(0.97);
    expect(conclude([capture()]).confidence).toBe(0.97);
    expect(conclude(agreements).confidence).toBe(0.75);
    expect(conclude([copyMove(1.9)])).toMatchObject({ confidenceMeaning: 'posterior', prior: 0.1 });
  });

  it('gives the share of the kinds of change the file could have shown as confidence of an open verdict', () => {
    expect(conclude([])).toMatchObject({ confidence: 0, confidenceMeaning: 'coverage', prior: 0.1 });
    const searched = conclude([copyMove(0), result({ slug: 'c2pa' })]);
    expect(searched).toMatchObject({ verdict: 'unverified', confidence: 0.2, scorecard: { coverage: 0.2 } });
    expect(searched.changes.map(({ change, depth }) => [change, depth])).toEqual([
      ['copied-area', 'searched'],
      ['inserted-area', 'not-searched'],
      ['removed-area', 'not-searched'],
      ['retouched-area', 'not-searched'],
      ['generated', 'not-searched'],
    ]);
  });

  it('says what the same evidence is worth where forgeries are rarer', () => {
    const { confidenceIfRare, explanation } = conclude([copyMove(2)]);
    expect(confidenceIfRare).toBeCloseTo(100 / (100 + 99), 2);
    expect(explanation).toContain('if it were 1 in 100, the same evidence would make it 50 %');
    expect(conclude([capture()]).confidenceIfRare).toBeNull();
  });

  it('names the fewest checks without whose findings the verdict would be another one', () => {
    expect(conclude([result({ llrManipulated: 3 })]).decisive).toEqual(['c2pa']);
    const both = [result({ llrManipulated: 3 }), metadata({ llrManipulated: 2 })];
    expect(conclude(both).decisive).toEqual(['c2pa', 'exif-consistency']);
    expect(conclude([result()]).decisive).toEqual([]);
    expect(conclude(agreements).decisive).toEqual(['agreement-compression']);
  });

  it('clamps a statistical ratio to what its calibration supports, and takes one from too few files for not applicable', () => {
    const allFound = { falseAlarms: 0, alteredScenes: 100, found: 100 };
    const [clamped] = conclude([copyMove(9, { ...allFound, innocentScenes: 100 })]).terms;
    expect(clamped).toMatchObject({ givenLlr: 9, counted: true });
    expect(clamped?.llr).toBeCloseTo(Math.log10(0.9705 / 0.0295), 2);
    const few = conclude([copyMove(9, { ...allFound, innocentScenes: 29 })]);
    expect(few.verdict).toBe('unverified');
    expect(few.terms).toEqual([]);
    expect(few.scorecard).toEqual({ coverage: 0 });
    expect(few.notChecked[0]?.reason).toContain('fewer than 30 innocent scenes');
  });

  it('gives a trace that looks for no kind of change no weight', () => {
    expect(conclude([{ ...copyMove(2), searchesFor: [] }]).verdict).toBe('unverified');
  });

  it('adds the traces of different changes and takes the strongest of the same, so that two that point do not accuse', () => {
    const two = [copyMove(1.25), trace('fill', 1.25, ['removed-area'])];
    expect(conclude(two).verdict).toBe('inconclusive');
    expect(ratioOf(two)).toBeCloseTo(2 * 10 ** 1.25 - 1, 3);
    expect(ratioOf([copyMove(1.25), trace('dense', 1, ['copied-area'])])).toBeCloseTo(10 ** 1.25, 3);
    expect(ratioOf([copyMove(-0.1), trace('dense', -0.05, ['copied-area'])])).toBeCloseTo(10 ** -0.1, 3);
  });

  it('keeps all of a trace, and of a fact, where checks for other changes found nothing', () => {
    const silent = [
      trace('fill', -0.11, ['removed-area', 'retouched-area']),
      trace('grid', -0.08, ['inserted-area']),
      trace('aligned', -0.77, ['copied-area', 'inserted-area', 'removed-area', 'retouched-area']),
    ];
    expect(ratioOf([copyMove(1.25), ...silent])).toBeCloseTo(ratioOf([copyMove(1.25)]), 9);
    const preview = result({ slug: 'thumbnail', llrManipulated: 2 });
    expect(conclude([preview]).verdict).toBe('manipulated');
    expect(conclude([preview, ...silent]).posterior).toEqual(conclude([preview]).posterior);
    expect(ratioOf(silent)).toBeLessThan(1);
  });

  it('leaves open what one check points at although others found nothing, or what is claimed agrees', () => {
    const shownAgain = result({ slug: 'video-frames', llrManipulated: 0.7 });
    const silence = trace('audio-repeats', -0.04, ['copied-sound']);
    const agreement = result({ slug: 'claim-consistency', kind: 'context', llrManipulated: -0.2 });
    expect(conclude([shownAgain]).verdict).toBe('inconclusive');
    expect(conclude([shownAgain, silence, agreement]).verdict).toBe('inconclusive');
    expect(conclude([result({ llrManipulated: 0.69 }), silence]).verdict).toBe('unverified');
    expect(ratioOf([shownAgain, silence])).toBeCloseTo(10 ** 0.7, 3);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('leaves out a ratio that is no number: %s', (llr) => {
    const conclusion = conclude([result({ llrManipulated: llr }), result({ slug: 'other' })]);
    expect(conclusion.verdict).toBe('unverified');
    expect(conclusion.terms[0]).toMatchObject({ counted: false });
  });

  it('scores criteria from 0 to 1, 0.5 for nothing said, and leaves out what could not be judged', () => {
    const { scorecard } = conclude([
      result(),
      copyMove(1),
      metadata({ llrAuthentic: 0.3, authenticBasis: 'metadata' }),
      skipped(),
    ]);
    expect(scorecard).toEqual({
      provenance: 0.5,
      duplication: 0.091,
      metadata_consistency: 0.666,
      coverage: 0.2,
    });
  });

  it('leaves a comparison with claims out of the coverage where nothing was claimed', () => {
    const nothingClaimed = notApplicable(
      { slug: 'claim-consistency', version: '1', kind: 'context', criterion: 'context_consistency' },
      'no claims were given',
    );
    expect(conclude([result(), nothingClaimed])).toEqual(conclude([result()]));
  });

  it('says for an open verdict that it proves nothing, and what was not checked', () => {
    const { explanation, notChecked } = conclude([result(), skipped()]);
    expect(explanation).toContain('This is no proof of authenticity');
    expect(explanation).toContain('No check could look for a kind of change everywhere in this file.');
    expect(notChecked).toEqual([{ check: 'jpeg-structure', reason: 'it is no JPEG' }]);
  });

  it('names positive evidence only where the checks could find some', () => {
    expect(conclude([result()]).explanation).toContain('a trusted camera or recorder');
    const { explanation } = conclude([result()], { changes: documentChanges });
    expect(explanation).toContain('only intact Content Credentials from a trusted device');
    expect(explanation).not.toContain('camera');
  });

  it('names the strongest evidence for and against the verdict first', () => {
    const { strongest, explanation } = conclude([
      copyMove(1.2),
      result({ llrManipulated: 3 }),
      metadata({ llrAuthentic: 0.5, authenticBasis: 'metadata' }),
    ]);
    expect(strongest.for.map((item) => item.check)).toEqual(['c2pa', 'copy-move']);
    expect(strongest.against.map((item) => item.check)).toEqual(['exif-consistency']);
    expect(strongest.for[0]?.verbal).toBe('strong');
    expect(explanation).toContain('What c2pa says (strong support).');
  });
});

/** The ratio of manipulation, without the prior. */
function ratioOf(results: readonly CheckResult[]): number {
  const { manipulated, prior } = conclude(results).posterior;
  return (manipulated / (1 - manipulated)) * ((1 - prior) / prior);
}

/** Small deterministic generator (Park and Miller), so that a failure can be repeated. */
function* randomResults(count: number): Generator<CheckResult[]> {
  let state = 42;
  const next = (bound: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
  const kinds: readonly EvidenceKind[] = ['structural', 'statistical', 'context'];
  const criteria: readonly ScorecardKey[] = ['provenance', 'duplication', 'metadata_consistency'];
  const bases = [null, 'trusted-capture', 'compression', 'metadata', 'thumbnail', 'sensor'] as const;
  const changes: readonly ChangeKind[] = ['copied-area', 'inserted-area', 'removed-area'];
  const llr = (): number => (next(3) === 0 ? (next(81) - 40) / 10 : 0);
  for (let round = 0; round < count; round += 1) {
    yield Array.from({ length: next(6) }, (_unused, index) => {
      const kind = kinds[next(3)] ?? 'structural';
      return result({
        slug: `check-${index}`,
        kind,
        criterion: criteria[next(3)] ?? 'provenance',
        llrManipulated: llr(),
        llrSynthetic: llr(),
        llrAuthentic: llr(),
        authenticBasis: bases[next(6)] ?? null,
        searchesFor: changes.filter(() => next(2) === 0),
        calibration: { innocentScenes: next(200), falseAlarms: 0, alteredScenes: 100, found: next(101) },
      });
    });
  }
}

const isPositive = (candidate: CheckResult): boolean =>
  candidate.llrAuthentic > 0 && candidate.authenticBasis !== null;

describe('conclude, for any results', () => {
  const all = [...randomResults(1_000)];

  it('says whether an open case has evidence in both directions or too little in one', () => {
    const silent = result({ slug: 'thumbnail', llrManipulated: -0.1 });
    const alone = conclude([copyMove(1), silent]).explanation;
    expect(alone).toContain('alone it is too weak for a verdict');
    expect(alone).not.toContain('On the other side');
    const contrary = result({ slug: 'thumbnail', llrManipulated: -0.6 });
    const divided = conclude([copyMove(1), contrary]).explanation;
    expect(divided).toContain('it points in different directions');
    expect(divided).toContain('On the other side: What thumbnail says');
  });

  it('is the same on every repeat and in every order', () => {
    for (const results of all) {
      const conclusion = conclude(results);
      expect(conclude(results)).toEqual(conclusion);
      expect(conclude([...results].reverse()).verdict).toBe(conclusion.verdict);
    }
  });

  it('never says authentic without positive evidence, nor against strong evidence', () => {
    const authentic = all.filter((results) => conclude(results).verdict === 'authentic');
    expect(authentic.length).toBeGreaterThan(20);
    expect(authentic.every((results) => results.some(isPositive))).toBe(true);
    const withoutPositive = all.map((results) => results.filter((item) => !isPositive(item)));
    expect(withoutPositive.filter((results) => conclude(results).verdict === 'authentic')).toEqual([]);
  });

  it('keeps verdict, confidence and posterior when a check that was not applicable is added', () => {
    for (const results of all) {
      const before = conclude(results);
      const after = conclude([...results, skipped('zzz')]);
      expect([after.verdict, after.confidence, after.posterior]).toEqual([
        before.verdict,
        before.confidence,
        before.posterior,
      ]);
    }
  });

  it('never turns manipulated away from the file when evidence for manipulation is added', () => {
    const manipulated = all.filter((results) => conclude(results).verdict === 'manipulated');
    const more = result({ slug: 'zzz', llrManipulated: 1 });
    expect(manipulated.length).toBeGreaterThan(20);
    expect(manipulated.filter((results) => conclude([...results, more]).verdict !== 'manipulated')).toEqual(
      [],
    );
  });

  it('keeps every number within 0 and 1, and a definite verdict above its threshold', () => {
    const least: Partial<Record<Verdict, number>> = { manipulated: 0.85, synthetic: 0.9, authentic: 0.75 };
    for (const results of all) {
      const { verdict, confidence, scorecard } = conclude(results);
      expect(confidence).toBeGreaterThanOrEqual(least[verdict] ?? 0);
      expect(confidence).toBeLessThanOrEqual(0.99);
      expect(Object.values(scorecard).every((score) => score >= 0 && score <= 1)).toBe(true);
    }
  });
});

describe('the evidence against a verdict', () => {
  it('is not what speaks to another question', () => {
    const { strongest } = conclude([recipe(), copyMove(-0.5)]);
    expect(strongest).toMatchObject({ for: [{ check: 'generator-metadata' }], against: [] });
  });
});
