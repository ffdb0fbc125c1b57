import type { PublishedEvaluation } from '../domain/pipeline/published-evaluation.ts';
import { innocentVariants } from './innocent-variants.ts';
import type { Judgement } from './judge.ts';
import { shareOfScenes } from './tally.ts';

const innocentGroups: readonly string[] = ['original', ...innocentVariants.map(({ name }) => name)];

/** The photographs themselves and what people do to them without changing what they show. */
export function innocentVersions(judgements: readonly Judgement[]): readonly Judgement[] {
  return judgements.filter(({ group }) => innocentGroups.includes(group));
}

/** `manipulated`, or people are pointed at the right place. */
export function isFound({ verdict, isPlaceRight }: Judgement): boolean {
  return verdict === 'manipulated' || (verdict === 'inconclusive' && isPlaceRight === true);
}

/** What a report says of how often a verdict was wrong. */
export function publishedFigures(judgements: readonly Judgement[]): PublishedEvaluation {
  const innocent = innocentVersions(judgements);
  const called = (verdict: Judgement['verdict']): number =>
    shareOfScenes(innocent, (one) => one.verdict === verdict).scenes;
  const forged = judgements.filter(({ change, isLaundered }) => change !== null && !isLaundered);
  return {
    innocentScenes: shareOfScenes(innocent, () => true).scenes,
    innocentVersions: innocentGroups.length,
    sources: new Set(innocent.map(({ source }) => source)).size,
    called: {
      manipulated: called('manipulated'),
      synthetic: called('synthetic'),
      inconclusive: called('inconclusive'),
    },
    alteredScenes: shareOfScenes(forged, () => true).scenes,
    altered: [...Map.groupBy(forged, ({ change }) => change)].flatMap(([change, members]) => {
      if (change === null) return [];
      const scenes = shareOfScenes(members, () => true).scenes;
      const unverified = shareOfScenes(members, ({ verdict }) => verdict === 'unverified').scenes;
      return [{ change, scenes, unverified, found: shareOfScenes(members, isFound).scenes }];
    }),
    calledAuthentic: shareOfScenes(forged, ({ verdict }) => verdict === 'authentic').scenes,
  };
}

/** The source of the module that image-authenticity loads. */
export function publishedModule(figures: PublishedEvaluation): string {
  return [
    "import type { PublishedEvaluation } from '../published-evaluation.ts';",
    '',
    '/** Written by `npm run evaluate -- --publish`; not to be edited by hand. */',
    `export const imageAuthenticityEvaluation: PublishedEvaluation = ${JSON.stringify(figures, null, 2)};`,
    '',
  ].join('\n');
}
