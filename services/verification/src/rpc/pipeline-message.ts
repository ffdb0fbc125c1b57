import { PipelineStatus, PipelineTier, StageType } from '@assay/proto/catalog/v1/pipeline';
import type { Pipeline as PipelineMessage } from '@assay/proto/catalog/v1/pipeline';
import type * as domain from '../domain/pipeline/pipeline.ts';

const statuses = {
  active: PipelineStatus.ACTIVE,
  maintenance: PipelineStatus.MAINTENANCE,
  deprecated: PipelineStatus.DEPRECATED,
} as const satisfies Record<domain.PipelineStatus, PipelineStatus>;

const tiers = {
  'ai-only': PipelineTier.AI_ONLY,
  'ai-crowd': PipelineTier.AI_CROWD,
  'context-only': PipelineTier.CONTEXT_ONLY,
  'multi-file': PipelineTier.MULTI_FILE,
} as const satisfies Record<domain.PipelineTier, PipelineTier>;

export const stageTypes = {
  ai: StageType.AI,
  crowd: StageType.CROWD,
} as const satisfies Record<domain.StageType, StageType>;

export function toPipelineMessage(pipeline: domain.Pipeline): PipelineMessage {
  const { slug, name, description, estimatedMinutes, costCents, version } = pipeline;
  return {
    slug,
    name,
    description,
    status: statuses[pipeline.status],
    estimatedMinutes,
    tier: tiers[pipeline.tier],
    requiredFiles: pipeline.requiredFiles.map((file) => ({
      ...file,
      mimeTypes: [...file.mimeTypes],
      requiredEnrichmentFields: [...file.requiredEnrichmentFields],
    })),
    requiredContextFields: pipeline.requiredContextFields.map(toContextField),
    optionalContextFields: pipeline.optionalContextFields.map(toContextField),
    stages: pipeline.stages.map((stage) => ({ ...stage, type: stageTypes[stage.type] })),
    costCredits: costCents,
    version,
  };
}

function toContextField({ key, label, description, type, enumValues, range }: domain.ContextField) {
  const [minimum, maximum] = range ?? [];
  return { key, label, description, type, enumValues: [...enumValues], minimum, maximum };
}
