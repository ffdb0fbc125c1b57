import type { Deps } from '../../deps.ts';
import type { Modality } from '../dataset/dataset.ts';
import { findPipeline } from '../pipeline/catalog.ts';
import type { JobTargetType, Pipeline } from '../pipeline/pipeline.ts';
import { allPipelines } from '../pipeline/reading-pipelines.ts';
import type { RequestedMode } from './choose-pipeline.ts';

/** The pipelines of a list. All conditions that are set must match. */
export interface PipelineFilter {
  readonly mode?: RequestedMode | undefined;
  readonly modality?: Modality | undefined;
  readonly targetType?: JobTargetType | undefined;
  readonly isLanguageTechnology?: true;
}

/** A pipeline with its availability. */
export interface ListedPipeline {
  readonly pipeline: Pipeline;
  /** The reason for people why the pipeline cannot run here. */
  readonly statusReason: string | undefined;
}

/** Lists pipelines in catalog order. */
export function listPipelines(
  { cleaners }: Pick<Deps, 'cleaners'>,
  { mode, modality, targetType, isLanguageTechnology }: PipelineFilter,
): readonly ListedPipeline[] {
  return allPipelines
    .filter(
      ({ modes, supportedModalities, targetTypes, languageTechnology }) =>
        (mode === undefined || modes.some((one) => one === mode)) &&
        (modality === undefined || supportedModalities.includes(modality)) &&
        (targetType === undefined || targetTypes.includes(targetType)) &&
        (isLanguageTechnology === undefined || languageTechnology),
    )
    .map((pipeline) => {
      const cleaning = findPipeline(pipeline.slug);
      return { pipeline, statusReason: cleaning && cleaners.findUnavailability(cleaning) };
    });
}
