import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { fileSchema, toFile } from './file-rest.ts';

export const getFile: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getFile',
    tags: ['Files'],
    summary: 'Read a file',
    description:
      'One file with what was read from its bytes. Ask again every few seconds until `enrichmentStatus` is `completed` or `failed`.',
    params: Type.Object({ fileId: id('The file.') }),
    response: { 200: described(fileSchema.ref, 'The file.'), ...errors() },
  };
  app.get('/v2/files/:fileId', { schema }, async ({ call, params: { fileId } }) => {
    const { file } = await clients.files.getFile(call, { fileId, projectId: '' });
    return toFile(file);
  });
};
