import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { required } from '../../rest/required.ts';
import { dateTime, id, named } from '../../rest/schema.ts';
import { described } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';

export const presignedUrlSchema = named(
  'PresignedUrl',
  Type.Object(
    {
      url: Type.String({ format: 'uri', description: 'Downloads the bytes as uploaded.' }),
      expiresAt: dateTime('When it stops working, 15 minutes from now.'),
    },
    { description: 'A link that works without a key.' },
  ),
);

export const getPresignedUrl: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getPresignedUrl',
    tags: ['Files'],
    summary: 'Make a link to a file',
    description: 'A fresh link, valid 15 minutes, that downloads the bytes. Whoever has the link can use it.',
    params: Type.Object({ fileId: id('The file.') }),
    response: { 200: described(presignedUrlSchema.ref, 'The link.'), ...errors() },
  };
  app.get('/v2/files/:fileId/presigned-url', { schema }, async ({ call, params }) => {
    const { presignedUrl } = await clients.files.createDownloadLink(call, params);
    const { url, expiresAt } = required(presignedUrl);
    return { url, expiresAt: required(expiresAt).toISOString() };
  });
};
