import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageAuthenticityEvaluation } from '@assay/verification/domain/pipeline/definitions/evaluations/image-authenticity';
import { imageAuthenticityOthers } from '@assay/verification/domain/pipeline/definitions/evaluations/image-authenticity-others';
import { describe, expect, it } from 'vitest';
import { aJudgement } from './judgement.fixture.ts';
import { isFound, othersModule, publishedFigures, publishedModule } from './publish.ts';

const about = { material: { scenes: 'recordings', files: 'recordings' }, checks: { 'audio-repeats': '2' } };
const copied = { group: 'copied', change: 'copied-sound' } as const;

const published = join(
  import.meta.dirname,
  '../../../verification/src/domain/pipeline/definitions/evaluations',
);

describe('a published module', () => {
  it.each([
    ['image-authenticity', publishedModule('image-authenticity', imageAuthenticityEvaluation)],
    ['image-authenticity-others', othersModule('image-authenticity', imageAuthenticityOthers)],
  ])('imports its type as %s does, beside which it lies', (name, source) => {
    const [firstLine] = readFileSync(join(published, `${name}.ts`), 'utf8').split('\n');
    expect(source.split('\n')[0]).toBe(firstLine);
  });
});

describe('publishedFigures', () => {
  it('counts scenes and not files, no labelled ones, and laundered ones apart', () => {
    const figures = publishedFigures(
      [
        aJudgement({ scene: 'a' }),
        aJudgement({ scene: 'a', group: 'resaved', verdict: 'inconclusive' }),
        aJudgement({ scene: 'a', group: 'cropped', verdict: 'inconclusive' }),
        aJudgement({ scene: 'b', source: 'another', group: 'another version' }),
        aJudgement({ scene: 'c', verdict: 'synthetic', isLabelled: true }),
        aJudgement({ scene: 'a', ...copied, verdict: 'inconclusive', isPlaceRight: true }),
        aJudgement({ scene: 'b', ...copied }),
        aJudgement({ scene: 'a', ...copied, isLaundered: true }),
        aJudgement({ scene: 'b', ...copied, isLaundered: true, verdict: 'authentic' }),
      ],
      about,
    );
    expect(figures).toEqual({
      ...about,
      innocentScenes: 2,
      innocentVersions: 3,
      sources: 2,
      called: { manipulated: 0, synthetic: 0, inconclusive: 1 },
      calledVersions: [
        { verdict: 'inconclusive', version: 'resaved', scenes: 1, called: 1 },
        { verdict: 'inconclusive', version: 'cropped', scenes: 1, called: 1 },
      ],
      alteredScenes: 2,
      altered: [{ change: 'copied-sound', scenes: 2, unverified: 1, found: 1 }],
      laundered: { files: 2, unverified: 1 },
      calledAuthentic: 0,
    });
    expect(publishedModule('audio-authenticity', figures)).toContain(
      'export const audioAuthenticityEvaluation: PublishedEvaluation = {',
    );
  });
});

describe('publishedFigures of a part', () => {
  it('counts what other people altered apart, with their number, and files by what a verdict can rest on', () => {
    const others = { ...copied, isByOthers: true } as const;
    const figures = publishedFigures(
      [
        aJudgement({ scene: 'a', bases: ['credentials'] }),
        aJudgement({ scene: 'a', ...copied, verdict: 'manipulated', condition: 'small' }),
        aJudgement({ scene: 'x', source: 'one', ...others, condition: 'small' }),
        aJudgement({ scene: 'y', source: 'two', ...others, condition: 'small' }),
      ],
      about,
    );
    const byOthers = {
      makers: 2,
      altered: [{ change: 'copied-sound', scenes: 2, unverified: 2, found: 0 }],
    };
    expect(figures.byOthers).toEqual(byOthers);
    expect(figures.conditions).toMatchObject([{ condition: 'small', alteredScenes: 3, byOthers }]);
    expect(figures.bases).toMatchObject([{ basis: 'credentials', innocentScenes: 1, alteredScenes: 0 }]);
  });
});

describe('isFound', () => {
  it.each([
    ['manipulated', 'copied-sound', null, true],
    ['inconclusive', 'copied-sound', true, true],
    ['inconclusive', 'copied-sound', false, false],
    ['inconclusive', 'copied-sound', null, false],
    ['unverified', 'copied-sound', true, false],
    ['synthetic', 'generated', null, true],
    ['manipulated', 'generated', true, false],
  ] as const)('%s for %s, place right: %s: %s', (verdict, change, isPlaceRight, found) => {
    expect(isFound(aJudgement({ verdict, change, isPlaceRight }))).toBe(found);
  });
});
