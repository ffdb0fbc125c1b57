import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { FileCondition } from '../../file-condition.ts';

/** What the evaluation of a pipeline found, counted in scenes that the calibration left out. */
export interface PublishedEvaluation {
  readonly material: EvaluatedMaterial;
  /** The version of each check as it was evaluated, by slug. */
  readonly checks: Readonly<Record<string, string>>;
  readonly innocentScenes: number;
  /** In how many versions an innocent scene was judged at most. */
  readonly innocentVersions: number;
  /** Cameras and collections the scenes come from. */
  readonly sources: number;
  /** Innocent scenes of which any version got the verdict. */
  readonly called: Readonly<Record<Accusation, number>>;
  /** By what was done to them, where any was called so; missing in what was published before that was counted. */
  readonly calledVersions?: readonly CalledVersion[];
  /** Scenes of which altered files were made. */
  readonly alteredScenes: number;
  readonly altered: readonly AlteredScenes[];
  /** Those of the altered scenes that other people altered; missing where there are none, and in what was published before. */
  readonly byOthers?: AlteredByOthers;
  /** The same counted by what a verdict rests on; a basis that is missing was in no judged file, or not counted. */
  readonly bases?: readonly BasisCounts[];
  /** The same counted by the condition of the files; missing where files have none, and in what was published before. */
  readonly conditions?: readonly ConditionCounts[];
  /** Altered files that were sent on, compressed again and without metadata; missing in what was published before they were counted. */
  readonly laundered?: { readonly files: number; readonly unverified: number };
  /** Scenes of which an altered file was called authentic. */
  readonly calledAuthentic: number;
}

/**
 * Evidence that only some files hold, so that the rate of all files says nothing of a verdict on it: Content Credentials, and texts that a
 * generator wrote.
 */
export type VerdictBasis = 'credentials' | 'generator-text';

/** The counts among some of the files. */
export interface EvaluationCounts extends Pick<
  PublishedEvaluation,
  'innocentScenes' | 'called' | 'alteredScenes' | 'altered' | 'byOthers'
> {
  /** Missing in what was published before it was counted for a part of the files. */
  readonly calledAuthentic?: number;
}

export interface ConditionCounts extends EvaluationCounts {
  readonly condition: FileCondition;
}

export interface BasisCounts extends EvaluationCounts {
  readonly basis: VerdictBasis;
}

/** The counts of files that other people altered, where these were judged by themselves. */
export interface OthersEvaluation {
  readonly byOthers: AlteredByOthers;
  readonly conditions: readonly { readonly condition: FileCondition; readonly byOthers: AlteredByOthers }[];
}

/** Returns the evaluation with the files of other people as they were judged last. */
export function withOthers(
  evaluation: PublishedEvaluation,
  { byOthers, conditions }: OthersEvaluation,
): PublishedEvaluation {
  const { conditions: known } = evaluation;
  const merged = known?.map((one) => ({
    ...one,
    ...conditions.find(({ condition }) => condition === one.condition),
  }));
  return { ...evaluation, byOthers, ...(merged === undefined ? {} : { conditions: merged }) };
}

export interface AlteredByOthers {
  /** People and collections that altered them. */
  readonly makers: number;
  readonly altered: readonly AlteredScenes[];
}

/** The verdicts that are wrong of an innocent file. */
export const accusations = ['manipulated', 'synthetic', 'inconclusive'] as const;
export type Accusation = (typeof accusations)[number];

/** Innocent files of one kind of processing that got a verdict. */
export interface CalledVersion {
  readonly verdict: Accusation;
  /** Such as `cropped`. */
  readonly version: string;
  /** Scenes of which it was made. */
  readonly scenes: number;
  readonly called: number;
}

/** What was evaluated, in the plural. */
export interface EvaluatedMaterial {
  /** What counts as one: `scenes`, or the independent originals themselves, such as `documents`. */
  readonly scenes: string;
  /** What is made of them: `pictures`, `recordings`. */
  readonly files: string;
  /** What the altered files are where they are not made of such scenes. */
  readonly altered?: string;
  /** What was done to altered files afterwards, as a sentence begins, where they were not sent on as pictures are. */
  readonly launderedBy?: string;
}

export interface AlteredScenes {
  readonly change: ChangeKind;
  readonly scenes: number;
  /** Scenes whose alteration was passed over. */
  readonly unverified: number;
  /** Scenes that were called manipulated, or in which people were pointed at the right place. */
  readonly found: number;
}
