import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, named } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';

const bytes = (description: string) => Type.Integer({ description });

export const limitsSchema = named(
  'Limits',
  Type.Object(
    {
      maxUploadBytes: Type.Object({
        image: bytes('Of an image.'),
        audio: bytes('Of a sound file.'),
        video: bytes('Of a video.'),
        document: bytes('Of a document or text.'),
      }),
      maxFilesPerUpload: Type.Integer({ description: 'Parts `file` in one upload to a project.' }),
      maxFileIdsPerRun: Type.Integer({ description: 'Files of one verification run.' }),
      rateLimits: Type.Object({
        windowSeconds: Type.Number({ description: 'How long requests are counted together.' }),
        authenticated: Type.Integer({ description: 'Requests per window and API key.' }),
        anonymous: Type.Integer({ description: 'Requests per window and address without a valid key.' }),
      }),
    },
    { description: 'What the platform accepts.' },
  ),
);

export const getLimits: RegisterRoute = (app, { config }) => {
  const schema = {
    operationId: 'getLimits',
    tags: ['Platform'],
    summary: 'Read the limits',
    description: 'How large, how many and how often.',
    response: { 200: described(limitsSchema.ref, 'The limits.'), ...errors() },
  };
  const limits = {
    maxUploadBytes: {
      image: config.uploadMaxImageBytes,
      audio: config.uploadMaxAudioBytes,
      video: config.uploadMaxVideoBytes,
      document: config.uploadMaxDocumentBytes,
    },
    maxFilesPerUpload: 1,
    maxFileIdsPerRun: 50,
    rateLimits: {
      windowSeconds: config.rateLimitWindowMs / 1000,
      authenticated: config.rateLimitAuthenticated,
      anonymous: config.rateLimitAnonymous,
    },
  };
  app.get('/v2/limits', { schema }, () => Promise.resolve(limits));
};
