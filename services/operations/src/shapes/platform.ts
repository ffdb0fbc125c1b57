import { nullable, referTo } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';

const integer = (description: string): JsonSchema => ({ type: 'integer', description });
const text = (description: string, example: string): JsonSchema => ({
  type: 'string',
  description,
  examples: [example],
});

function objectSchema(properties: Readonly<Record<string, JsonSchema>>, description?: string): JsonSchema {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    required: Object.keys(properties),
    properties,
  };
}

/** What the platform accepts, read from the configuration of the adapter; the room of the organization from who keeps it. */
export const limits: JsonSchema = {
  ...objectSchema(
    {
      maxUploadBytes: objectSchema({
        image: integer('The most bytes an image may have.'),
        audio: integer('The most bytes a recording may have.'),
        video: integer('The most bytes a video may have.'),
        document: integer('The most bytes a document or text may have.'),
        csv: integer('The most bytes a CSV file of input data may have.'),
      }),
      maxFilesPerUpload: integer('How many parts `file` one upload to a project may have.'),
      maxFileIdsPerRun: integer('How many files one verification run may have.'),
      keys: objectSchema({
        perKey: integer('How many living API keys can have been made with one key.'),
        perUser: integer('How many living API keys one person can have, in all organizations together.'),
      }),
      rateLimits: objectSchema({
        windowSeconds: { type: 'number', description: 'For how long requests are counted together.' },
        authenticated: integer('How many requests each credential may make in a window.'),
        organization: integer(
          'How many requests all credentials of an organization together may make in a window.',
        ),
        anonymous: integer(
          'How many requests each address may make in a window without a credential; and how many more with credentials ' +
            'that do not hold, and to sign in.',
        ),
      }),
      storage: nullable(
        objectSchema({
          limitBytes: integer('The most bytes the files of the organization may have together.'),
          usedBytes: integer('How many bytes they have, with what uploads under way have reserved.'),
          limitFiles: integer('How many files the organization may have.'),
          usedFiles: integer('How many it has, with the uploads under way.'),
        }),
        'The room of the organization that the credential works in; thumbnails and artifacts do not count. Null: it works in ' +
          'none, or the use cannot be told at the moment; all other limits hold then as well.',
      ),
    },
    'What the platform accepts.',
  ),
  examples: [
    {
      maxUploadBytes: {
        image: 52_428_800,
        audio: 209_715_200,
        video: 2_147_483_647,
        document: 104_857_600,
        csv: 10_485_760,
      },
      maxFilesPerUpload: 1,
      maxFileIdsPerRun: 50,
      keys: { perKey: 20, perUser: 100 },
      rateLimits: { windowSeconds: 900, authenticated: 3_000, organization: 30_000, anonymous: 150 },
      storage: {
        limitBytes: 1_099_511_627_776,
        usedBytes: 8_589_934_592,
        limitFiles: 1_000_000,
        usedFiles: 71_204,
      },
    },
  ],
};

export const errorCode: JsonSchema = objectSchema(
  {
    code: text('As in `error.code`.', 'NOT_FOUND'),
    status: integer('The HTTP status it comes with.'),
    meaning: { type: 'string', description: 'When it is answered.' },
    action: { type: 'string', description: 'What a client does about it.' },
    retryable: { type: 'boolean', description: 'Whether repeating the same request can help.' },
    details: {
      type: 'array',
      description: 'What `error.details` may hold.',
      items: objectSchema({
        name: text('As in `error.details`.', 'field'),
        meaning: { type: 'string', description: 'What the detail says.' },
      }),
    },
  },
  'One code of an error.',
);

export const errorCodeList: JsonSchema = {
  ...objectSchema({
    data: { type: 'array', items: referTo('ErrorCode'), description: 'Every code.' },
    total: integer('How many there are.'),
  }),
  examples: [
    {
      data: [
        {
          code: 'NOT_FOUND',
          status: 404,
          meaning: 'There is no such thing, or the credential does not reach it.',
          action: 'Check the id, and the organization the request works in.',
          retryable: false,
          details: [],
        },
      ],
      total: 1,
    },
  ],
};
