import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { runWithStagesSchema, toRunWithStages } from './run-rest.ts';

export const getRun: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getRun',
    tags: ['Verification runs'],
    summary: 'Read a run by its id alone',
    description: 'The same object as with the project in the path.',
    params: Type.Object({ runId: id('The run.') }),
    response: { 200: described(runWithStagesSchema.ref, 'The run.'), ...errors() },
  };
  app.get('/v2/verification-runs/:runId', { schema }, async ({ call, params: { runId } }) => {
    const { run } = await clients.runs.getRun(call, { runId, projectId: '' });
    return toRunWithStages(run);
  });
};
