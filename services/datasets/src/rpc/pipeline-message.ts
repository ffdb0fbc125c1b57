import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { CleaningPipelineStatus, JobMode, JobTargetType } from '@assay/proto/datasets/v1/cleaning_pipeline';
import type { CleaningPipeline as PipelineMessage } from '@assay/proto/datasets/v1/cleaning_pipeline';
import type { ListPipelinesRequest } from '@assay/proto/dataplatform/v1/data_platform_service';
import type { Cleaners } from '../cleaning/cleaners.ts';
import { pipelines } from '../domain/pipeline/catalog.ts';
import type { Pipeline } from '../domain/pipeline/pipeline.ts';
import type { ListedPipeline, PipelineFilter } from '../domain/run/list-pipelines.ts';
import { modalities } from './dataset-message.ts';

export const modes = createEnumCodec(JobMode);
export const targetTypes = createEnumCodec(JobTargetType);

export function listPipelineMessages(cleaners: Cleaners): PipelineMessage[] {
  return pipelines.map((pipeline) => toPipelineMessage(pipeline, cleaners.findUnavailability(pipeline)));
}

export function toPipelineMessages(listed: readonly ListedPipeline[]): PipelineMessage[] {
  return listed.map(({ pipeline, statusReason }) => toPipelineMessage(pipeline, statusReason));
}

/** INVALID_ARGUMENT for a value that this version does not know. */
export function readPipelineFilter({ mode, modality, targetType }: ListPipelinesRequest): PipelineFilter {
  return {
    mode: modes.read('mode', mode),
    modality: modalities.read('modality', modality),
    targetType: targetTypes.read('targetType', targetType),
  };
}

function toPipelineMessage(pipeline: Pipeline, statusReason: string | undefined): PipelineMessage {
  const { slug, name, description, version, languageTechnology } = pipeline;
  const [mode] = pipeline.modes;
  return {
    slug,
    name,
    description,
    version,
    languageTechnology,
    statusReason,
    status: statusReason === undefined ? CleaningPipelineStatus.ACTIVE : CleaningPipelineStatus.MAINTENANCE,
    supportedModalities: pipeline.supportedModalities.map((modality) => modalities.toMessage(modality)),
    modes: pipeline.modes.map((one) => modes.toMessage(one)),
    mode: mode && modes.toMessage(mode),
    targetTypes: pipeline.targetTypes.map((type) => targetTypes.toMessage(type)),
    steps: pipeline.steps.map((step) => ({ ...step })),
  };
}
