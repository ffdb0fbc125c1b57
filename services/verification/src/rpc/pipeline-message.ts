import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { PipelineStatus, PipelineTier, StageType } from '@assay/proto/catalog/v1/pipeline';
import type { Pipeline as PipelineMessage } from '@assay/proto/catalog/v1/pipeline';
import type * as domain from '../domain/pipeline/pipeline.ts';

const statuses = createEnumCodec(PipelineStatus);
const tiers = createEnumCodec(PipelineTier, '-');
export const stageTypes = createEnumCodec(StageType);

export function toPipelineMessage(pipeline: domain.Pipeline): PipelineMessage {
  const { slug, name, description, estimatedMinutes, costCents, version } = pipeline;
  return {
    slug,
    name,
    description,
    status: statuses.toMessage(pipeline.status),
    estimatedMinutes,
    tier: tiers.toMessage(pipeline.tier),
    requiredFiles: pipeline.requiredFiles.map((file) => ({
      ...file,
      mimeTypes: [...file.mimeTypes],
      requiredEnrichmentFields: [...file.requiredEnrichmentFields],
    })),
    requiredContextFields: pipeline.requiredContextFields.map(toContextField),
    optionalContextFields: pipeline.optionalContextFields.map(toContextField),
    stages: pipeline.stages.map((stage) => ({ ...stage, type: stageTypes.toMessage(stage.type) })),
    costCredits: costCents,
    version,
  };
}

function toContextField({ key, label, description, type, enumValues, range }: domain.ContextField) {
  const [minimum, maximum] = range ?? [];
  return { key, label, description, type, enumValues: [...enumValues], minimum, maximum };
}
