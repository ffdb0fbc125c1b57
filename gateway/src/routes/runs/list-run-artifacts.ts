import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { id, named } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';

export const artifactSchema = named(
  'Artifact',
  Type.Object(
    {
      id: id('The artifact.'),
      stageSlug: Type.String({ description: 'The stage that made it.' }),
      type: Type.String({ description: '`heatmap`, `confidence_map`, `region`, `timeline` or `table`.' }),
      mimeType: Type.String({ description: 'Of the object.', examples: ['image/png'] }),
      url: Type.String({
        format: 'uri',
        description: 'Downloads it; valid 15 minutes, works without a key.',
      }),
      width: Type.Integer({ description: 'Pixels; 0 where it is no picture.' }),
      height: Type.Integer({ description: 'Pixels; 0 where it is no picture.' }),
      legend: Type.String({ description: 'How to read it.' }),
      sha256: Type.String({ description: 'Of the object, lower-case hex.' }),
    },
    { description: 'A picture or table a stage made.' },
  ),
);

export const listRunArtifacts: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listRunArtifacts',
    tags: ['Verification runs'],
    summary: 'List what the stages of a run made',
    description: 'Heat maps, tables and the like, with fresh links, in the order of the stages.',
    params: Type.Object({ projectId: id('The project.'), runId: id('The run.') }),
    response: {
      200: Type.Array(artifactSchema.ref, { description: 'The artifacts.' }),
      ...errors(),
    },
  };
  const url = '/v2/projects/:projectId/verification-runs/:runId/artifacts';
  app.get(url, { schema }, async ({ call, params }) => {
    const { artifacts } = await clients.runs.listArtifacts(call, params);
    return artifacts;
  });
};
