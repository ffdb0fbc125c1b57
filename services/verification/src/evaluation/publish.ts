import { accusations } from '../domain/pipeline/published-evaluation.ts';
import type {
  CalledVersion,
  ConditionCounts,
  EvaluatedMaterial,
  PublishedEvaluation,
} from '../domain/pipeline/published-evaluation.ts';
import type { Judgement } from './judge.ts';
import { shareOfScenes } from './tally.ts';

/** The originals themselves and what people do to them without changing what they show. */
export function innocentVersions(judgements: readonly Judgement[]): readonly Judgement[] {
  return judgements.filter(({ change, isLabelled = false }) => change === null && !isLabelled);
}

/** Changed files as they were saved first. */
export function firstGeneration(judgements: readonly Judgement[]): readonly Judgement[] {
  return judgements.filter(({ change, isLaundered }) => change !== null && !isLaundered);
}

/** What was made by a generator is called so; of any other change the file is `manipulated`, or people are pointed at the right place. */
export function isFound({ verdict, change, isPlaceRight }: Judgement): boolean {
  if (change === 'generated') return verdict === 'synthetic';
  return verdict === 'manipulated' || (verdict === 'inconclusive' && isPlaceRight === true);
}

/** What a report says of how often a verdict was wrong. */
export function publishedFigures(
  judgements: readonly Judgement[],
  { material, checks }: Pick<PublishedEvaluation, 'checks'> & { readonly material: EvaluatedMaterial },
): PublishedEvaluation {
  const innocent = innocentVersions(judgements);
  const forged = firstGeneration(judgements);
  const laundered = judgements.filter(({ isLaundered }) => isLaundered);
  return {
    material,
    checks,
    ...countVerdicts(judgements),
    innocentVersions: Math.max(0, ...[...Map.groupBy(innocent, ({ scene }) => scene).values()].map(groupsOf)),
    sources: new Set(innocent.map(({ source }) => source)).size,
    calledVersions: calledVersions(innocent),
    ...countConditions(judgements),
    laundered: {
      files: laundered.length,
      unverified: laundered.filter(({ verdict }) => verdict === 'unverified').length,
    },
    calledAuthentic: shareOfScenes(forged, ({ verdict }) => verdict === 'authentic').scenes,
  };
}

type Counts = Omit<ConditionCounts, 'condition'>;

function countVerdicts(judgements: readonly Judgement[]): Counts {
  const innocent = innocentVersions(judgements);
  const forged = firstGeneration(judgements);
  const called = (verdict: Judgement['verdict']): number =>
    shareOfScenes(innocent, (one) => one.verdict === verdict).scenes;
  return {
    innocentScenes: shareOfScenes(innocent, () => true).scenes,
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
  };
}

function countConditions(judgements: readonly Judgement[]): Pick<PublishedEvaluation, 'conditions'> {
  const byCondition = [...Map.groupBy(judgements, ({ condition }) => condition ?? null)];
  const conditions = byCondition.flatMap(([condition, members]) =>
    condition === null ? [] : [{ condition, ...countVerdicts(members) }],
  );
  return conditions.length === 0 ? {} : { conditions };
}

function calledVersions(innocent: readonly Judgement[]): readonly CalledVersion[] {
  const versions = [...Map.groupBy(innocent, ({ group }) => group)];
  return accusations
    .flatMap((verdict) =>
      versions.map(([version, members]) => {
        const { scenes: called, of: scenes } = shareOfScenes(members, (one) => one.verdict === verdict);
        return { verdict, version, scenes, called };
      }),
    )
    .filter(({ called }) => called > 0);
}

function groupsOf(judgements: readonly Judgement[]): number {
  return new Set(judgements.map(({ group }) => group)).size;
}

/** The source of the module that the pipeline loads. */
export function publishedModule(pipelineSlug: string, figures: PublishedEvaluation): string {
  const name = pipelineSlug.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
  return [
    "import type { PublishedEvaluation } from '../../published-evaluation.ts';",
    '',
    `/** Written by \`npm run evaluate -- --pipeline ${pipelineSlug} --publish\`; not to be edited by hand. */`,
    `export const ${name}Evaluation: PublishedEvaluation = ${JSON.stringify(figures, null, 2)};`,
    '',
  ].join('\n');
}
