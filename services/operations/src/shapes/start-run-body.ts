import type { CrowdOptions } from '@assay/proto/runs/v1/run';
import { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import { inputMember } from '../derive/input-member.ts';
import { getField, getMessage, readFieldRules } from '../derive/message.ts';
import { toSchemaLimits } from '../derive/scalars.ts';
import { nullable, openObject } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { BodyShape } from '../operation.ts';

const slug = {
  type: 'string',
  ...toSchemaLimits(readFieldRules(StartRunRequest, 'pipelineSlug')),
  description: 'The slug of the pipeline.',
};
const fileRules = readFieldRules(StartRunRequest, 'fileIds');
const fileIds = {
  type: 'array',
  items: { type: 'string', ...toSchemaLimits(fileRules.items) },
  ...toSchemaLimits(fileRules),
  description: 'The files to verify, all of the same project.',
};
const claims = openObject(
  'The claims to check, by the keys that the pipeline declares. They are not saved in a context, and take precedence over ' +
    'claims of a saved context. A key with the value null removes the saved claim.',
);
const saved = {
  type: 'string',
  description:
    'A saved verification context of the project whose claims are checked. The run keeps all claims of the context as they are ' +
    'at the start, including those that the pipeline does not use.',
};

const crowd = inputMember(getField(getMessage(StartRunRequest.$type), 'crowd'), {});

/** The members of both forms of the body. */
const limits = {
  pipelineVersion: {
    type: 'string',
    ...toSchemaLimits(readFieldRules(StartRunRequest, 'pipelineVersion')),
    description:
      'The expected version of the pipeline, as in the catalog. If the catalog has another version, the request is refused with ' +
      '{PIPELINE_UNAVAILABLE}.',
  },
  maxCostCents: {
    type: 'integer',
    ...toSchemaLimits(readFieldRules(StartRunRequest, 'maxCostCents')),
    description:
      'The maximum price of the run, in euro cents. A run that costs more is refused with {MAX_COST_EXCEEDED}.',
  },
  crowd: crowd.schema,
};

const camelCase = {
  type: 'object',
  additionalProperties: false,
  required: ['pipelineSlug', 'fileIds'],
  properties: {
    pipelineSlug: slug,
    fileIds,
    contextId: nullable({ ...saved, minLength: 24, maxLength: 24 }),
    contextData: claims,
    ...limits,
  },
};

const snakeCase = {
  type: 'object',
  additionalProperties: false,
  required: ['pipeline_id'],
  properties: {
    pipeline_id: slug,
    file_ids: fileIds,
    context_id: nullable(saved),
    context: claims,
    ...limits,
  },
};

interface Limits {
  readonly pipelineVersion?: string;
  readonly maxCostCents?: number;
  readonly crowd?: object | null;
}

interface CamelCase extends Limits {
  readonly pipelineSlug: string;
  readonly fileIds: string[];
  readonly contextId?: string | null;
  readonly contextData?: Record<string, unknown>;
}

interface SnakeCase extends Limits {
  readonly pipeline_id: string;
  readonly file_ids?: string[];
  readonly context_id?: string | null;
  readonly context?: Record<string, unknown>;
}

const examples = [{ pipelineSlug: 'image-authenticity', fileIds: ['v9k2m4x7q1r8t5w3y6z0a2b4'] }];

const [snakeCaseKeys, camelCaseKeys] = [snakeCase, camelCase].map(({ properties }) =>
  Object.keys(properties)
    .filter((key) => !Object.hasOwn(limits, key))
    .map((key) => ({ required: [key] })),
);

const withoutPipeline = choose(
  { anyOf: snakeCaseKeys },
  snakeCase,
  choose({ anyOf: camelCaseKeys }, camelCase, validateKeysFirst(snakeCase)),
);
const withoutPipelineId = choose({ required: ['pipelineSlug'] }, camelCase, withoutPipeline);

/**
 * Combines both body shapes of the specification, of which that with snake case is the first. The key of the pipeline decides about the
 * shape of a body; without one, any key that only the first shape has. Keys are validated before missing ones, so that a mixture is
 * refused with the name of a key of the other shape.
 */
export const startRunBody: BodyShape<StartRunRequest> = {
  schema: {
    type: 'object',
    ...choose({ required: ['pipeline_id'] }, snakeCase, withoutPipelineId),
  },
  documented: { anyOf: [camelCase, snakeCase], examples },
  toRequest: (body: CamelCase | SnakeCase) => {
    const common = readLimits(body);
    if ('pipelineSlug' in body) {
      const { pipelineSlug, fileIds: files, contextId, contextData } = body;
      return { pipelineSlug, fileIds: files, contextId: contextId ?? undefined, contextData, ...common };
    }
    const { pipeline_id: pipelineSlug, file_ids: files = [], context_id: contextId, context } = body;
    return {
      pipelineSlug,
      fileIds: files,
      contextId: contextId ?? undefined,
      contextData: context,
      ...common,
    };
  },
};

function readLimits({ pipelineVersion, maxCostCents, crowd: options }: Limits): Partial<StartRunRequest> {
  const chosen = options == null ? undefined : (crowd.toField(options) as CrowdOptions);
  return { pipelineVersion, maxCostCents, crowd: chosen };
}

function choose(condition: JsonSchema, shape: Shape, otherwise: JsonSchema): JsonSchema {
  return { if: condition, then: validateKeysFirst(shape), else: otherwise };
}

type Shape = typeof snakeCase | typeof camelCase;

function validateKeysFirst({ required, ...keys }: Shape): JsonSchema {
  return { allOf: [keys, { required }] };
}
