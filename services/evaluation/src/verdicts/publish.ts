import { accusations } from '@assay/verification/domain/pipeline/definitions/evaluations/published-evaluation';
import type {
  CalledVersion,
  AlteredScenes,
  EvaluationCounts,
  OthersEvaluation,
  EvaluatedMaterial,
  PublishedEvaluation,
} from '@assay/verification/domain/pipeline/definitions/evaluations/published-evaluation';
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
  const laundered = judgements.filter(({ isLaundered }) => isLaundered);
  return {
    material,
    checks,
    ...countVerdicts(judgements),
    innocentVersions: Math.max(0, ...[...Map.groupBy(innocent, ({ scene }) => scene).values()].map(groupsOf)),
    sources: new Set(innocent.map(({ source }) => source)).size,
    calledVersions: calledVersions(innocent),
    ...countConditions(judgements),
    ...countBases(judgements),
    laundered: {
      files: laundered.length,
      unverified: laundered.filter(({ verdict }) => verdict === 'unverified').length,
    },
  };
}

type Counts = EvaluationCounts & { readonly calledAuthentic: number };

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
    altered: countAltered(forged),
    ...countOthers(forged),
    calledAuthentic: shareOfScenes(forged, ({ verdict }) => verdict === 'authentic').scenes,
  };
}

/** Counts the altered scenes of other people and their sources, which are one maker each. */
function countOthers(forged: readonly Judgement[]): Pick<PublishedEvaluation, 'byOthers'> {
  const others = forged.filter(({ isByOthers }) => isByOthers === true);
  if (others.length === 0) return {};
  return {
    byOthers: { makers: new Set(others.map(({ source }) => source)).size, altered: countAltered(others) },
  };
}

function countAltered(forged: readonly Judgement[]): AlteredScenes[] {
  return [...Map.groupBy(forged, ({ change }) => change)].flatMap(([change, members]) => {
    if (change === null) return [];
    const scenes = shareOfScenes(members, () => true).scenes;
    const unverified = shareOfScenes(members, ({ verdict }) => verdict === 'unverified').scenes;
    return [{ change, scenes, unverified, found: shareOfScenes(members, isFound).scenes }];
  });
}

function countBases(judgements: readonly Judgement[]): Pick<PublishedEvaluation, 'bases'> {
  const bases = [...new Set(judgements.flatMap((one) => one.bases ?? []))].map((basis) => ({
    basis,
    ...countVerdicts(judgements.filter((one) => one.bases?.includes(basis) === true)),
  }));
  return bases.length === 0 ? {} : { bases };
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

/** Returns the counts of what other people altered; null where no such file was judged. */
export function othersFigures(judgements: readonly Judgement[]): OthersEvaluation | null {
  const { byOthers } = countOthers(firstGeneration(judgements));
  if (byOthers === undefined) return null;
  const conditions = (countConditions(judgements).conditions ?? []).flatMap(({ condition, ...counts }) =>
    counts.byOthers === undefined ? [] : [{ condition, byOthers: counts.byOthers }],
  );
  return { byOthers, conditions };
}

/** The source of the module with the counts of what other people altered. */
export function othersModule(pipelineSlug: string, figures: OthersEvaluation): string {
  return [
    "import type { OthersEvaluation } from './published-evaluation.ts';",
    '',
    `/** Written by \`npm run evaluate -- --pipeline ${pipelineSlug} --forgeries <folder> --publish-others\`; not to be edited by hand. */`,
    `export const ${camelCase(pipelineSlug)}Others: OthersEvaluation = ${JSON.stringify(figures, null, 2)};`,
    '',
  ].join('\n');
}

function camelCase(slug: string): string {
  return slug.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

/** The source of the module that the pipeline loads. */
export function publishedModule(pipelineSlug: string, figures: PublishedEvaluation): string {
  return [
    "import type { PublishedEvaluation } from './published-evaluation.ts';",
    '',
    `/** Written by \`npm run evaluate -- --pipeline ${pipelineSlug} --publish\`; not to be edited by hand. */`,
    `export const ${camelCase(pipelineSlug)}Evaluation: PublishedEvaluation = ${JSON.stringify(figures, null, 2)};`,
    '',
  ].join('\n');
}
