import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { pageOf, pageQuery } from '../../rest/page.ts';
import { id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { enrichmentStatus, fileSchema, toFile } from './file-rest.ts';

const mimeType = Type.String({
  description: 'A prefix of the MIME type: a category such as `image/`, or a full type.',
  examples: ['image/'],
});

export const listFiles: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listFiles',
    tags: ['Files'],
    summary: 'List the files of a project',
    description: 'The files of one project, newest first.',
    params: Type.Object({ projectId: id('The project.') }),
    querystring: Type.Object({
      enrichmentStatus: Type.Optional(enrichmentStatus.schema),
      mimeType: Type.Optional(mimeType),
      ...pageQuery,
    }),
    response: { 200: pageOf(fileSchema.ref, 'A page of files.'), ...errors() },
  };
  app.get('/v2/projects/:projectId/files', { schema }, async ({ call, params, query }) => {
    const { limit, offset } = query;
    const { files, total } = await clients.files.listFiles(call, {
      projectId: params.projectId,
      enrichmentStatus: enrichmentStatus.toProto(query.enrichmentStatus),
      mimeType: query.mimeType ?? '',
      limit,
      offset,
    });
    return { data: files.map(toFile), total, limit, offset };
  });
};
