import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { fileSchema, toFile } from './file-rest.ts';

export const getProjectFile: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getProjectFile',
    tags: ['Files'],
    summary: 'Read a file of a project',
    description:
      'The same object as `GET /v2/files/{fileId}`; not found when the file is in another project.',
    params: Type.Object({ projectId: id('The project.'), fileId: id('The file.') }),
    response: { 200: described(fileSchema.ref, 'The file.'), ...errors() },
  };
  app.get('/v2/projects/:projectId/files/:fileId', { schema }, async ({ call, params }) => {
    const { file } = await clients.files.getFile(call, params);
    return toFile(file);
  });
};
