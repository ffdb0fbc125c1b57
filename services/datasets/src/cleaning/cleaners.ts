import type { Runtime } from '@assay/chassis/process/runtime';
import type { Config } from '../config.ts';
import type { CleaningPipeline } from '../domain/pipeline/pipeline.ts';
import type { Reason, Treatment } from './treatment.ts';

/** The treatment of a file by a pipeline: a program, or the reason why the file is passed unchanged. */
export type ChosenTreatment =
  { readonly kind: 'run'; readonly run: Treatment } | { readonly kind: 'skip'; readonly reason: Reason };

/** The treatments of all pipelines. */
export interface Cleaners {
  /** Returns the reason for people why a pipeline cannot run here; undefined if it can. */
  findUnavailability(pipeline: CleaningPipeline): string | undefined;
  /** Returns the treatment of a type by a pipeline; undefined if the pipeline does not concern files of this type. */
  findTreatment(pipeline: CleaningPipeline, type: string): ChosenTreatment | undefined;
}

export function openCleaners(_runtime: Runtime, _config: Config): Promise<Cleaners> {
  return Promise.resolve({ findUnavailability: () => undefined, findTreatment: () => undefined });
}
