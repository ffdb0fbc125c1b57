import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { required } from '../../rest/required.ts';
import { id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';

const redirect = Type.Null({
  description: 'Follow `Location`.',
  headers: { Location: { type: 'string', description: 'A link to the bytes, valid 15 minutes.' } },
});

export const downloadFile: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'downloadFile',
    tags: ['Files'],
    summary: 'Download a file',
    description:
      'Redirects to a fresh link, valid 15 minutes, that downloads the bytes as uploaded. Whoever has the link can use it.',
    params: Type.Object({ fileId: id('The file.') }),
    response: { 302: redirect, ...errors() },
  };
  app.get('/v2/files/:fileId/download', { schema }, async ({ call, params }, reply) => {
    const { presignedUrl } = await clients.files.createDownloadLink(call, params);
    return reply.redirect(required(presignedUrl).url, 302);
  });
};
