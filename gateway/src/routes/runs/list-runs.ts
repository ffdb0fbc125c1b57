import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { pageOf, pageQuery } from '../../rest/page.ts';
import { id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { runSchema, runStatus, toRun } from './run-rest.ts';

export const listRuns: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listRuns',
    tags: ['Verification runs'],
    summary: 'List the runs of a project',
    description: 'The runs of one project, newest first, without their stages.',
    params: Type.Object({ projectId: id('The project.') }),
    querystring: Type.Object({
      status: Type.Optional(runStatus.schema),
      pipeline_id: Type.Optional(Type.String({ description: 'The slug of a pipeline.' })),
      ...pageQuery,
    }),
    response: { 200: pageOf(runSchema.ref, 'A page of runs.'), ...errors() },
  };
  app.get('/v2/projects/:projectId/verification-runs', { schema }, async ({ call, params, query }) => {
    const { limit, offset } = query;
    const { runs, total } = await clients.runs.listRuns(call, {
      projectId: params.projectId,
      status: runStatus.toProto(query.status),
      pipelineSlug: query.pipeline_id ?? '',
      limit,
      offset,
    });
    return { data: runs.map(toRun), total, limit, offset };
  });
};
