import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { runWithStagesSchema, toRunWithStages } from './run-rest.ts';
import { startRunBody, toStartRunRequest } from './start-run-body.ts';

export const startRun: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'startRun',
    tags: ['Verification runs'],
    summary: 'Start a verification run',
    description:
      'Runs a pipeline over files of the project, whose `enrichmentStatus` must be `completed`, and over claims. ' +
      'The cost is held at once, charged when the run completes and given back when it fails. ' +
      'Either shape of the body is accepted, a mixture is not.',
    params: Type.Object({ projectId: id('The project.') }),
    body: startRunBody,
    response: {
      201: described(runWithStagesSchema.ref, 'The run, pending.'),
      ...errors('PAYMENT_REQUIRED', 'INVALID_STATE', 'UNPROCESSABLE_ENTITY'),
    },
  };
  app.post('/v2/projects/:projectId/verification-runs', { schema }, async ({ call, params, body }, reply) => {
    const { run } = await clients.runs.startRun(call, toStartRunRequest(params.projectId, body));
    return reply.code(201).send(toRunWithStages(run));
  });
};
