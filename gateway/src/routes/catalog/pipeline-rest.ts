import { Type } from 'typebox';
import type { Static } from 'typebox';
import { PipelineStatus, PipelineTier, StageType } from '@assay/proto/catalog/v1/pipeline';
import type { Pipeline } from '@assay/proto/catalog/v1/pipeline';
import { required } from '../../rest/required.ts';
import { restEnum } from '../../rest/rest-enum.ts';
import { named } from '../../rest/schema.ts';

const pipelineStatus = restEnum(PipelineStatus.UNSPECIFIED, {
  active: PipelineStatus.ACTIVE,
  maintenance: PipelineStatus.MAINTENANCE,
  deprecated: PipelineStatus.DEPRECATED,
});

const tier = restEnum(PipelineTier.UNSPECIFIED, {
  'ai-only': PipelineTier.AI_ONLY,
  'ai-crowd': PipelineTier.AI_CROWD,
  'context-only': PipelineTier.CONTEXT_ONLY,
  'multi-file': PipelineTier.MULTI_FILE,
});

export const stageType = restEnum(StageType.UNSPECIFIED, { ai: StageType.AI, crowd: StageType.CROWD });

const requiredFile = Type.Object({
  label: Type.String(),
  description: Type.String(),
  mimeTypes: Type.Array(Type.String(), { description: 'Accepted types.' }),
  minCount: Type.Integer(),
  maxCount: Type.Integer(),
  requiredEnrichmentFields: Type.Array(Type.String()),
});

const contextField = Type.Object({
  key: Type.String({ description: 'Its key in the context data.' }),
  label: Type.String(),
  description: Type.String(),
  type: Type.String({ description: '`string`, `number`, `boolean`, `date`, `datetime` or `enum`.' }),
  enumValues: Type.Array(Type.String(), { description: 'The allowed values of an `enum`.' }),
});

const pipelineStage = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  type: stageType.schema,
  description: Type.String(),
});

export const pipelineSchema = named(
  'Pipeline',
  Type.Object(
    {
      slug: Type.String({ description: 'Its stable name, to start runs with.' }),
      name: Type.String(),
      description: Type.String(),
      status: pipelineStatus.schema,
      estimatedMinutes: Type.Number({ description: 'How long a run usually takes.' }),
      tier: tier.schema,
      requiredFiles: Type.Array(requiredFile),
      requiredContextFields: Type.Array(contextField),
      optionalContextFields: Type.Array(contextField),
      stages: Type.Array(pipelineStage, { description: 'What happens, in order.' }),
      costCredits: Type.Integer({ minimum: 0, description: 'What a run costs; a credit is a euro cent.' }),
    },
    { description: 'A verification pipeline one can run.' },
  ),
);

export function toPipeline(pipeline: Pipeline | undefined): Static<typeof pipelineSchema.schema> {
  const { status, tier: pipelineTier, stages, ...rest } = required(pipeline);
  return {
    ...rest,
    status: pipelineStatus.toRest(status),
    tier: tier.toRest(pipelineTier),
    stages: stages.map((stage) => ({ ...stage, type: stageType.toRest(stage.type) })),
  };
}
