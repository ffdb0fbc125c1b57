import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { projectWithCountsSchema, toProject } from './project-rest.ts';

export const getProject: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getProject',
    tags: ['Projects'],
    summary: 'Read a project',
    description: 'One project, with how many files and runs it holds.',
    params: Type.Object({ projectId: id('The project.') }),
    response: { 200: described(projectWithCountsSchema.ref, 'The project.'), ...errors() },
  };
  app.get('/v2/projects/:projectId', { schema }, async ({ call, params: { projectId } }) => {
    const [{ project, fileCount }, { runCount }] = await Promise.all([
      clients.projects.getProject(call, { projectId }),
      clients.runs.countRuns(call, { projectId }),
    ]);
    return { ...toProject(project), fileCount, runCount };
  });
};
