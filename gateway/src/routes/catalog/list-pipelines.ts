import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { pipelineSchema, toPipeline } from './pipeline-rest.ts';

export const listPipelines: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listPipelines',
    tags: ['Pipelines'],
    summary: 'List the verification pipelines',
    description: 'What can be run, what each needs and what it costs.',
    response: { 200: Type.Array(pipelineSchema.ref, { description: 'The catalog.' }), ...errors() },
  };
  app.get('/v2/pipelines/catalog', { schema }, async ({ call }) => {
    const { pipelines } = await clients.catalog.listPipelines(call, {});
    return pipelines.map(toPipeline);
  });
};
