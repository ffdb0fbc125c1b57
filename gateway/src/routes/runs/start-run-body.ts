import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import { openObject } from '../../rest/schema.ts';

const slug = Type.String({ minLength: 1, maxLength: 100, description: 'The slug of the pipeline.' });
const fileIds = Type.Array(Type.String({ minLength: 1 }), {
  maxItems: 50,
  uniqueItems: true,
  description: 'Files of the project.',
});
const claims = openObject('Claims to check against, by the keys the pipeline declares. Not saved.');

const camelCase = Type.Object(
  {
    pipelineSlug: slug,
    fileIds,
    contextId: Type.Optional(
      Type.String({ minLength: 24, maxLength: 24, description: 'A saved verification context.' }),
    ),
    contextData: Type.Optional(claims),
  },
  { additionalProperties: false },
);

const snakeCase = Type.Object(
  {
    pipeline_id: slug,
    file_ids: Type.Optional(fileIds),
    context_id: Type.Optional(Type.String({ description: 'A saved verification context.' })),
    context: Type.Optional(claims),
  },
  { additionalProperties: false },
);

/**
 * Both documented shapes. Any key of the second one makes a body one of the second, so that a mixture is refused with
 * the name of the key that does not belong.
 */
export const startRunBody = Type.Unsafe<Static<typeof camelCase> | Static<typeof snakeCase>>({
  type: 'object',
  if: { anyOf: Object.keys(camelCase.properties).map((key) => ({ required: [key] })) },
  then: camelCase,
  else: snakeCase,
  examples: [{ pipelineSlug: 'image-authenticity', fileIds: ['v9k2m4x7q1r8t5w3y6z0a2b4'] }],
});

export function toStartRunRequest(projectId: string, body: Static<typeof startRunBody>): StartRunRequest {
  if ('pipelineSlug' in body) {
    const { pipelineSlug, contextId, contextData } = body;
    return { projectId, pipelineSlug, fileIds: body.fileIds, contextId, contextData };
  }
  return {
    projectId,
    pipelineSlug: body.pipeline_id,
    fileIds: body.file_ids ?? [],
    contextId: body.context_id,
    contextData: body.context,
  };
}
