import type { Modality } from '../dataset/dataset.ts';

export type JobMode = 'cleaning' | 'dedup';
export type JobTargetType = 'project_file' | 'dataset_version';

/** The duplicates that a pipeline removes. */
export type Deduplication = 'none' | 'exact' | 'near';

/** The treatment of single files. The cleaners implement each one. */
export type TreatmentName =
  | 'standardize-image'
  | 'strip-metadata'
  | 'standardize-text'
  | 'mask-personal-data'
  | 'extract-text'
  | 'standardize-audio'
  | 'standardize-video'
  | 'standardize-any'
  | 'read-features'
  | 'none';

export interface PipelineStep {
  readonly name: string;
  readonly description: string;
}

/** A pipeline of the data platform as its catalog describes it. */
export interface Pipeline {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly supportedModalities: readonly Modality[];
  readonly modes: readonly JobMode[];
  readonly targetTypes: readonly JobTargetType[];
  readonly steps: readonly PipelineStep[];
  readonly languageTechnology: boolean;
}

/** A pipeline that cleans or deduplicates files. */
export interface CleaningPipeline extends Pipeline {
  readonly treatment: TreatmentName;
  readonly deduplication: Deduplication;
  /** True if the pipeline cannot run without FFmpeg. */
  readonly needsFfmpeg: boolean;
}

/** A pipeline that reads texts and changes nothing. */
export interface ReadingPipeline extends Pipeline {
  readonly reading: 'language' | 'statistics';
}
