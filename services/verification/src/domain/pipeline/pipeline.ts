import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { ClaimBearing } from '@assay/checks/check/check';
import type { PublishedEvaluation } from './definitions/evaluations/published-evaluation.ts';

export type PipelineStatus = 'active' | 'maintenance' | 'deprecated';
export type PipelineTier = 'ai-only' | 'ai-crowd' | 'context-only' | 'multi-file';
export type StageType = 'ai' | 'crowd';
export type ContextFieldType = 'string' | 'number' | 'boolean' | 'date' | 'datetime' | 'enum';

export interface RequiredFile {
  readonly label: string;
  readonly description: string;
  readonly mimeTypes: readonly string[];
  readonly minCount: number;
  readonly maxCount: number;
  /** Enrichment fields the file must have. */
  readonly requiredEnrichmentFields: readonly string[];
}

export interface ContextField {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly type: ContextFieldType;
  /** Of type `enum` only. */
  readonly enumValues: readonly string[];
  /** Of type `number`: the least and the largest value there is; left out: any. */
  readonly range?: readonly [least: number, largest: number];
}

export interface PipelineStage {
  readonly slug: string;
  readonly name: string;
  readonly type: StageType;
  readonly description: string;
  /** What the stage costs beside the others, as its share of their weights; left out: 1. */
  readonly costWeight?: number;
  readonly task: StageTask;
}

/**
 * What a stage does: runs checks on what the run was given, by their slugs, asks people, or weighs what all stages found into the verdict of
 * the run, which is about the file unless it is about the claims.
 */
export type StageTask =
  | {
      readonly kind: 'examine';
      readonly checks: readonly string[];
      /** Whether the external detector is asked as well, where there is one. */
      readonly asksDetector?: true;
    }
  | CrowdTask
  | { readonly kind: 'conclude'; readonly about?: 'claims' };

/** People answer one question by one of its options. */
export interface CrowdTask {
  readonly kind: 'ask';
  readonly question: string;
  readonly options: readonly AnswerOption[];
  /** The claims that an answer is about. */
  readonly claimKeys?: readonly string[];
  /** The claims that workers read. */
  readonly texts: readonly string[];
  /** Hides the results of the machine stages from everyone until this stage has closed. */
  readonly isBlind?: true;
  /** Workers mark areas of the image, which are compared with the maps of the machine stages. */
  readonly hasAreas?: true;
  /** Shows workers the maps of the machine stages, and the areas that people marked before. */
  readonly showsMaps?: true;
  /** Skips this stage if the people of the earlier stage with this slug agreed. */
  readonly unlessDecided?: string;
  /** The price of an answer with its fee, in euro cents. */
  readonly unitCents: number;
  /** The number of answers that are collected first, and the number that ends the stage while they do not agree. */
  readonly minResponses: number;
  readonly maxResponses: number;
  /** The probability from which one answer counts as agreement, 0 to 1. */
  readonly consensusThreshold: number;
}

export interface AnswerOption {
  readonly value: string;
  readonly label: string;
  /** The side of the file or claim that the answer supports; missing for "cannot tell", which weighs nothing. */
  readonly speaks?: 'for' | 'against';
  /** What the answer says of the claims, if anything. */
  readonly bearing?: ClaimBearing;
}

export interface Pipeline {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly status: PipelineStatus;
  readonly estimatedMinutes: number;
  readonly tier: PipelineTier;
  readonly requiredFiles: readonly RequiredFile[];
  readonly requiredContextFields: readonly ContextField[];
  readonly optionalContextFields: readonly ContextField[];
  readonly stages: readonly PipelineStage[];
  /** The kinds of change a file of this kind can have gone through; the report says of each whether it was looked for. */
  readonly changes: readonly ChangeKind[];
  /** Those that its checks look for and, as its evaluation shows, find in fewer than one of ten cases; left out: none. */
  readonly rarelyFound?: readonly ChangeKind[];
  /** What a run costs, in euro cents. */
  readonly costCents: number;
  /** How often its verdicts were right; null where that was not evaluated. */
  readonly evaluation: PublishedEvaluation | null;
  /** Changes with what a run does. */
  readonly version: string;
}

/** The slugs of all checks of a pipeline, in the order in which they run. */
export function checksOf({ stages }: Pipeline): readonly string[] {
  return stages.flatMap(({ task }) => (task.kind === 'examine' ? task.checks : []));
}
