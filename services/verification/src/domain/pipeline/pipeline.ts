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
}

export interface PipelineStage {
  readonly slug: string;
  readonly name: string;
  readonly type: StageType;
  readonly description: string;
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
  /** What a run costs, in euro cents. */
  readonly costCents: number;
  /** Changes with what a run does. */
  readonly version: string;
}
