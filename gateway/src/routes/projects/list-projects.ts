import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { pageOf, pageQuery } from '../../rest/page.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { projectSchema, projectType, toProject } from './project-rest.ts';

export const listProjects: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listProjects',
    tags: ['Projects'],
    summary: 'List projects',
    description: 'The projects of the organization, newest first.',
    querystring: Type.Object({ type: Type.Optional(projectType.schema), ...pageQuery }),
    response: { 200: pageOf(projectSchema.ref, 'A page of projects.'), ...errors() },
  };
  app.get('/v2/projects', { schema }, async ({ call, query: { type, limit, offset } }) => {
    const request = { type: projectType.toProto(type), limit, offset };
    const { projects, total } = await clients.projects.listProjects(call, request);
    return { data: projects.map(toProject), total, limit, offset };
  });
};
