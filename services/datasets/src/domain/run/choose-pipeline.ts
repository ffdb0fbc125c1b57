import { DomainError, invalidField, notFound } from '@assay/chassis/errors';
import type { Modality } from '../dataset/dataset.ts';
import type { JobMode, Pipeline } from '../pipeline/pipeline.ts';
import { allPipelines, findStandardPipeline } from '../pipeline/reading-pipelines.ts';

/** A mode as the contract names it. `split` and `crowd_label` are not supported. */
export type RequestedMode = JobMode | 'split' | 'crowd_label';

/** FAILED_PRECONDITION with reason UNSUPPORTED_MODE for a mode that is not supported. */
export function checkMode(mode: RequestedMode): JobMode {
  if (mode === 'cleaning' || mode === 'dedup') return mode;
  const name = mode.replace('_', '-');
  throw new DomainError(
    'FAILED_PRECONDITION',
    'UNSUPPORTED_MODE',
    `Runs with mode ${name} are not supported. Use cleaning or dedup.`,
    { details: { mode: name, supported: ['cleaning', 'dedup'] } },
  );
}

export interface PipelineChoice {
  readonly mode: JobMode;
  /** Undefined for the standard pipeline. */
  readonly pipelineSlug: string | undefined;
  readonly modality: Modality;
}

/** Returns the requested pipeline, or the standard one. NOT_FOUND for an unknown one, INVALID_ARGUMENT for one of another mode. */
export function choosePipeline({ mode, pipelineSlug, modality }: PipelineChoice): Pipeline {
  if (pipelineSlug === undefined) {
    const standard = findStandardPipeline(mode, modality);
    if (standard === undefined) throw notFound('pipeline');
    return standard;
  }
  const pipeline = findAnyPipeline(pipelineSlug);
  if (pipeline.modes.includes(mode)) return pipeline;
  throw invalidField('pipelineSlug', `The pipeline ${pipelineSlug} does not have the mode ${mode}.`);
}

/** Returns a pipeline of the data platform. NOT_FOUND for an unknown one. */
export function findAnyPipeline(slug: string): Pipeline {
  const pipeline = allPipelines.find((one) => one.slug === slug);
  if (pipeline === undefined) throw notFound('pipeline');
  return pipeline;
}
