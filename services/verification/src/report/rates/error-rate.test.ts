import { describe, expect, it } from 'vitest';
import { errorRateOf } from './error-rate.ts';
import { errorRateSentence } from './state-error-rate.ts';

const evaluation = {
  material: { scenes: 'scenes', files: 'pictures' },
  checks: { 'copy-move': '4', 'fill-smoothness': '2' },
  innocentScenes: 105,
  innocentVersions: 11,
  sources: 34,
  called: { manipulated: 0, synthetic: 0, inconclusive: 3 },
  alteredScenes: 100,
  altered: [
    { change: 'copied-area', scenes: 80, unverified: 20, found: 60 },
    { change: 'removed-area', scenes: 100, unverified: 100, found: 0 },
  ],
  calledAuthentic: 0,
} as const;

const used = [
  { check: 'copy-move', version: '4' },
  { check: 'fill-smoothness', version: '2' },
];

describe('errorRateOf', () => {
  it.each([
    ['manipulated', 0, 105, 0.0281],
    ['inconclusive', 3, 105, 0.0722],
  ] as const)('counts the innocent scenes that were called %s', (verdict, wrong, scenes, bound) => {
    const rate = errorRateOf(verdict, evaluation, used);
    expect(rate).toMatchObject({ wrong, scenes, byChange: [] });
    expect(rate.upperBound).toBeCloseTo(bound, 3);
    expect(errorRateSentence(rate)).toContain('innocent scenes of 34 sources the calibration left out');
  });

  const [copied, removed] = evaluation.altered;
  const conditions = [
    {
      condition: 'small',
      innocentScenes: 40,
      called: evaluation.called,
      alteredScenes: 40,
      altered: [{ ...copied, scenes: 40, unverified: 36, found: 4 }],
    },
    {
      condition: 'not-jpeg',
      innocentScenes: 12,
      called: evaluation.called,
      alteredScenes: 12,
      altered: [{ ...removed, scenes: 12, unverified: 2 }],
    },
  ] as const;

  it('is that of files like this one, where enough of them were judged', () => {
    const rate = errorRateOf('unverified', { ...evaluation, conditions }, used, { condition: 'small' });
    expect(rate).toMatchObject({ wrong: 36, scenes: 40, condition: 'small' });
    expect(errorRateSentence(rate)).toMatch(/Counted were images below 0\.25 megapixels, like this file\./u);
    const accused = errorRateOf('manipulated', { ...evaluation, conditions }, used, { condition: 'small' });
    expect(accused).toMatchObject({ wrong: 0, scenes: 40 });
  });

  it('is withheld, and says so, where fewer than 30 cases of the condition were judged', () => {
    const rate = errorRateOf('unverified', { ...evaluation, conditions }, used, { condition: 'not-jpeg' });
    expect(rate).toMatchObject({ wrong: 0, scenes: 0, upperBound: 1, byChange: [] });
    expect(errorRateSentence(rate)).toBe(
      'Only 12 of the altered pictures that were judged were among images in another format than JPEG, such as PNG and WebP, like this file; a rate takes at least 30, so that none is stated.',
    );
    const accused = errorRateOf('manipulated', { ...evaluation, conditions }, used, {
      condition: 'not-jpeg',
    });
    expect(errorRateSentence(accused)).toMatch(/^Only 12 of the pristine pictures .* none is stated\.$/u);
    expect(errorRateOf('unverified', evaluation, used, { condition: 'small' }).condition).toBeNull();
  });

  it('says where one maker made all changes, and where others made some of them', () => {
    const oneMaker = errorRateSentence(errorRateOf('unverified', evaluation, used));
    expect(oneMaker).toMatch(/One maker, the evaluation itself, made all of these changes;/u);
    const byOthers = { makers: 3, altered: [{ ...copied, scenes: 10, unverified: 3, found: 7 }] };
    const several = errorRateOf('unverified', { ...evaluation, byOthers }, used);
    expect(several).toMatchObject({ makers: 4, missedByOthers: [] });
    expect(errorRateSentence(several)).not.toContain('One maker');
  });

  it('leaves out a change that is missed more often where other people made it', () => {
    const byOthers = { makers: 3, altered: [{ ...copied, scenes: 6, unverified: 3, found: 3 }] };
    const rate = errorRateOf('unverified', { ...evaluation, byOthers }, used);
    expect(rate).toMatchObject({ wrong: 100, scenes: 100 });
    expect(rate.missedByOthers).toEqual([
      { change: 'an area copied within the picture', scenes: 6, wrong: 3 },
    ]);
    expect(errorRateSentence(rate)).toMatch(
      /no rate is stated for it: an area copied within the picture 3 of 6\./u,
    );
    const alone = errorRateOf('unverified', { ...evaluation, altered: [copied], byOthers }, used);
    expect(alone).toMatchObject({ scenes: 0, upperBound: 1 });
    expect(errorRateSentence(alone)).not.toMatch(/20 of 80|25/u);
  });

  it('of a verdict on credentials or on the text of a generator is of files that hold them', () => {
    for (const basis of ['credentials', 'generator-text'] as const) {
      const rate = errorRateOf('manipulated', evaluation, used, { basis });
      expect(errorRateSentence(rate)).toMatch(/^None of the pristine pictures .* none is stated\.$/u);
    }
    const bases = [
      { ...conditions[0], basis: 'credentials' },
      { ...conditions[1], basis: 'generator-text' },
    ] as const;
    const rate = errorRateOf('manipulated', { ...evaluation, bases }, used, { basis: 'credentials' });
    expect(rate).toMatchObject({ scenes: 40, wrong: 0, withheld: null });
  });

  it('says of which innocent versions a verdict was wrong', () => {
    const calledVersions = [
      { verdict: 'inconclusive', version: 'cropped', scenes: 105, called: 2 },
      { verdict: 'inconclusive', version: 'sharpened', scenes: 104, called: 1 },
    ] as const;
    const measured = { ...evaluation, calledVersions };
    const sentence = errorRateSentence(errorRateOf('inconclusive', measured, used));
    expect(sentence).toMatch(/By what was done: cropped 2 of 105; sharpened 1 of 104\.$/u);
    expect(errorRateOf('manipulated', measured, used).byChange).toEqual([]);
  });

  it('counts for unverified what was passed over, by what was done', () => {
    const rate = errorRateOf('unverified', evaluation, used);
    expect(rate).toMatchObject({ wrong: 120, scenes: 180 });
    expect(rate.upperBound).toBeCloseTo(0.747, 2);
    expect(errorRateSentence(rate)).toMatch(/an area copied within the picture 20 of 80; .* 100 of 100\./);
  });

  it('says so where everything was passed over, and gives no bound that says nothing', () => {
    const [, removed] = evaluation.altered;
    const sentenceOf = (unverified: number): string =>
      errorRateSentence(
        errorRateOf('unverified', { ...evaluation, altered: [{ ...removed, unverified }, removed] }, used),
      );
    expect(sentenceOf(100)).toContain('All 200 altered pictures made of 100 scenes');
    expect(sentenceOf(99)).toContain('Of 200 altered pictures made of 100 scenes');
    for (const unverified of [100, 99]) expect(sentenceOf(unverified)).not.toContain('certainty');
  });

  it('says what was passed over of files that were sent on, where that was counted', () => {
    expect(errorRateOf('unverified', evaluation, used).sentOn).toBeNull();
    const rate = errorRateOf(
      'unverified',
      { ...evaluation, laundered: { files: 180, unverified: 170 } },
      used,
    );
    expect(errorRateSentence(rate)).toMatch(
      /100 of 100\. Sent on afterwards, compressed again and without their metadata, 170 of 180 got it\./,
    );
  });

  it('says how documents were laundered, which no network does', () => {
    const laundered = { files: 90, unverified: 80 };
    const material = { scenes: 'documents', files: 'documents', launderedBy: 'Printed to a file afterwards' };
    const rate = errorRateOf('unverified', { ...evaluation, material, laundered }, used);
    expect(errorRateSentence(rate)).toMatch(/100 of 100\. Printed to a file afterwards, 80 of 90 got it\./);
  });

  it('speaks of generated files as what they are, and not as made of scenes', () => {
    const generated = {
      ...evaluation,
      material: { ...evaluation.material, altered: 'generated files with marks' },
    };
    for (const verdict of ['unverified', 'authentic'] as const) {
      const { description } = errorRateOf(verdict, generated, used);
      expect(description).toBe('generated files with marks');
    }
    expect(errorRateOf('synthetic', generated, used).description).toMatch(/^innocent scenes of 34 sources/);
  });

  it('counts for authentic the altered pictures that got it', () => {
    expect(errorRateOf('authentic', evaluation, used)).toMatchObject({ wrong: 0, scenes: 100 });
  });

  it('names the checks that the run had otherwise', () => {
    const rate = errorRateOf('manipulated', evaluation, [
      { check: 'copy-move', version: '5' },
      { check: 'fill-smoothness', version: '2' },
      { check: 'jpeg-grid', version: '1' },
    ]);
    expect(rate.changedSince).toEqual(['copy-move', 'jpeg-grid']);
    expect(errorRateSentence(rate)).toMatch(
      /These checks were changed or added since that was measured: Copied areas, Areas on another JPEG grid\.$/,
    );
    expect(errorRateSentence(errorRateOf('manipulated', evaluation, used))).not.toContain('since');
  });

  it('speaks of what was evaluated', () => {
    const documents = { ...evaluation, material: { scenes: 'documents', files: 'documents' } };
    const sentences = (['manipulated', 'unverified'] as const).map((verdict) =>
      errorRateSentence(errorRateOf(verdict, documents, used)),
    );
    expect(sentences[0]).toContain('Of 105 innocent documents of 34 sources');
    expect(sentences[1]).toContain('altered documents made of 100 documents the calibration left out');
  });
});
