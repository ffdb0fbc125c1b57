import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { pipelineSchema, toPipeline } from './pipeline-rest.ts';

export const getPipeline: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getPipeline',
    tags: ['Pipelines'],
    summary: 'Read a verification pipeline',
    description: 'One definition of the catalog.',
    params: Type.Object({ slug: Type.String({ description: 'Its stable name.' }) }),
    response: { 200: described(pipelineSchema.ref, 'The pipeline.'), ...errors() },
  };
  app.get('/v2/pipelines/catalog/:slug', { schema }, async ({ call, params }) => {
    const { pipeline } = await clients.catalog.getPipeline(call, params);
    return toPipeline(pipeline);
  });
};
