import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, nullable } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { projectSchema, projectType, toProject } from './project-rest.ts';

const body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255, description: 'For people.' }),
    description: Type.Optional(nullable(Type.String(), 'For people.')),
    type: Type.Optional({ ...projectType.schema, default: 'standard' }),
  },
  { additionalProperties: false, examples: [{ name: 'Flood pictures, March', type: 'research' }] },
);

export const createProject: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'createProject',
    tags: ['Projects'],
    summary: 'Create a project',
    description: 'Makes an empty project in the organization of the key.',
    body,
    response: { 201: described(projectSchema.ref, 'The new project.'), ...errors() },
  };
  app.post('/v2/projects', { schema }, async ({ call, body: { name, description, type } }, reply) => {
    const { project } = await clients.projects.createProject(call, {
      name,
      description: description ?? undefined,
      type: projectType.toProto(type),
    });
    return reply.code(201).send(toProject(project));
  });
};
