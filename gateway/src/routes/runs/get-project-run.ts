import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { runWithStagesSchema, toRunWithStages } from './run-rest.ts';

export const getProjectRun: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getProjectRun',
    tags: ['Verification runs'],
    summary: 'Read a run',
    description:
      'One run with its stages. Ask again every 5 to 10 seconds until `status` is `completed` or `failed`.',
    params: Type.Object({ projectId: id('The project.'), runId: id('The run.') }),
    response: { 200: described(runWithStagesSchema.ref, 'The run.'), ...errors() },
  };
  app.get('/v2/projects/:projectId/verification-runs/:runId', { schema }, async ({ call, params }) => {
    const { run } = await clients.runs.getRun(call, params);
    return toRunWithStages(run);
  });
};
