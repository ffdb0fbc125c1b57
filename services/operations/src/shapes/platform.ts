import { nullable, referTo } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';

const integer = (description: string): JsonSchema => ({ type: 'integer', description });
const number = (description: string): JsonSchema => ({ type: 'number', description });
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

/** The limits of the platform, from the configuration of the adapter, and the storage quota of the organization. */
export const limits: JsonSchema = {
  ...objectSchema(
    {
      maxUploadBytes: objectSchema({
        image: integer('The maximum size of an image, in bytes.'),
        audio: integer('The maximum size of an audio file, in bytes.'),
        video: integer('The maximum size of a video, in bytes.'),
        document: integer('The maximum size of a document or text, in bytes.'),
        csv: integer('The maximum size of a CSV file of input data, in bytes.'),
      }),
      maxFilesPerUpload: integer('The maximum number of `file` parts in one upload to a project.'),
      maxFilesPerDatasetUpload: integer('The maximum number of `file[]` parts in one upload to a dataset.'),
      maxFilesPerVersion: integer('The maximum number of files of a version of a dataset.'),
      cleaning: objectSchema(
        {
          cpuSecondsPerFile: number('The processor time for each file.'),
          cpuSecondsPerMegabyte: number('For each million bytes of an image, an audio file or a video.'),
          cpuSecondsPerImageMegapixel: number('For each million pixels of an image.'),
          cpuSecondsPerVideoMegapixel: number('For each million pixels of all frames of a video together.'),
          cpuSecondsPerMillionSamples: number(
            'For each million samples of one channel of an audio file or a video.',
          ),
          cpuSecondsPerMillionCharacters: number(
            'For each million characters of a text, or bytes of a document.',
          ),
        },
        'The maximum processor time for cleaning, masking or reading one file of a dataset or of a data-platform or language-technology ' +
          'run, in seconds: the sum of these values for its size. A file that needs more stays as it is and is listed among the issues with ' +
          'the reason `cpu_limit`; the masking of personal data removes it.',
      ),
      maxFileIdsPerRun: integer('The maximum number of files of one verification run.'),
      maxSlotsPerJob: integer('The maximum number of variants times repetitions of a crowd job.'),
      inputDataBytesPerJob: integer(
        'The maximum input data of a crowd job, in bytes: the sum over all variants of the UTF-8 bytes of their list names and values.',
      ),
      webhooksPerJob: integer('The maximum number of webhooks of a project, and of a crowd job.'),
      deliveries: objectSchema(
        {
          perOrigin: integer('The maximum number of requests to one origin at the same time.'),
          perFailingOrigin: integer('The same maximum while the requests to the origin fail or hang.'),
          perSlowOrganization: integer(
            'The maximum number of requests at the same time while the requests of the organization are slow.',
          ),
          slowSeconds: integer('A request that takes more seconds is slow.'),
        },
        'The share of an organization in the webhook requests that one process sends. Further deliveries wait.',
      ),
      guestsPerAddress: integer(
        'The maximum number of new guests of one crowd job per client address and hour.',
      ),
      requestBodies: objectSchema({
        maxBytes: integer('The maximum size of a JSON body, in bytes, unless its operation states another.'),
        bytesPerCredential: integer(
          'The maximum size of all bodies together that one credential, or one client address without a credential, sends at the same ' +
            'time. Uploads do not count. Further requests are refused.',
        ),
        bytesPerOrganization: integer('The same maximum for all credentials of an organization together.'),
      }),
      keys: objectSchema({
        perKey: integer('The maximum number of active API keys that were created with one key.'),
        perUser: integer('The maximum number of active API keys per user, in all organizations together.'),
      }),
      rateLimits: objectSchema({
        windowSeconds: {
          type: 'number',
          description: 'The length of the window in which requests are counted, in seconds.',
        },
        authenticated: integer('The maximum number of requests per credential and window.'),
        organization: integer(
          'The maximum number of requests of all credentials of an organization together, per window.',
        ),
        anonymous: integer(
          'The maximum number of requests per client address and window without a credential. It also applies separately to requests ' +
            'with invalid credentials, and to sign-in.',
        ),
      }),
      storage: nullable(
        objectSchema({
          limitBytes: integer('The maximum total size of the files of the organization, in bytes.'),
          usedBytes: integer(
            'The total size of its files and of the reservations of active uploads, in bytes.',
          ),
          limitFiles: integer('The maximum number of files of the organization.'),
          usedFiles: integer('The number of its files and of its active uploads.'),
        }),
        'The storage quota and usage of the organization of the credential. Thumbnails and artifacts do not count. Null if the ' +
          'credential works in no organization, or the usage is unavailable at the moment; all other limits still apply.',
      ),
    },
    'The limits of the platform.',
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
      maxFilesPerDatasetUpload: 100,
      maxFilesPerVersion: 100_000,
      cleaning: {
        cpuSecondsPerFile: 30,
        cpuSecondsPerMegabyte: 0.1,
        cpuSecondsPerImageMegapixel: 0.5,
        cpuSecondsPerVideoMegapixel: 0.05,
        cpuSecondsPerMillionSamples: 2,
        cpuSecondsPerMillionCharacters: 10,
      },
      maxFileIdsPerRun: 50,
      maxSlotsPerJob: 100_000,
      inputDataBytesPerJob: 67_108_864,
      webhooksPerJob: 20,
      deliveries: { perOrigin: 8, perFailingOrigin: 1, perSlowOrganization: 2, slowSeconds: 5 },
      guestsPerAddress: 20,
      requestBodies: {
        maxBytes: 65_536,
        bytesPerCredential: 16_777_216,
        bytesPerOrganization: 25_165_824,
      },
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
    code: text('The value of `error.code`.', 'NOT_FOUND'),
    status: integer('The HTTP status of the response.'),
    meaning: { type: 'string', description: 'The meaning of the code.' },
    action: { type: 'string', description: 'The recommended reaction of a client.' },
    retryable: { type: 'boolean', description: 'True if repeating the same request can succeed.' },
    details: {
      type: 'array',
      description: 'The possible members of `error.details`.',
      items: objectSchema({
        name: text('The name of the member in `error.details`.', 'field'),
        meaning: { type: 'string', description: 'The meaning of the member.' },
      }),
    },
  },
  'An error code of the platform.',
);

export const errorCodeList: JsonSchema = {
  ...objectSchema({
    data: { type: 'array', items: referTo('ErrorCode'), description: 'All error codes.' },
    total: integer('The number of error codes.'),
  }),
  examples: [
    {
      data: [
        {
          code: 'NOT_FOUND',
          status: 404,
          meaning:
            'The resource does not exist, or belongs to an organization that the credential cannot access. The answer is the same in ' +
            'both cases.',
          action: 'Check the id and the selected organization.',
          retryable: false,
          details: [],
        },
      ],
      total: 1,
    },
  ],
};
