import { integer, optional, origin, text, url } from '../config.ts';
import { days } from '../units.ts';

export const mongoSettings = {
  mongodbUri: text('MONGODB_URI', {
    about: 'The connection string of MongoDB, credentials included.',
    secret: true,
  }),
  mongodbDatabase: text('MONGODB_DATABASE', {
    about: 'The database of this process. No two processes may share one.',
  }),
};

export const mongoLimits = {
  mongodbTimeoutMs: integer('MONGODB_TIMEOUT_MS', {
    about:
      'How long what serves and works waits for one answer of MongoDB, in milliseconds, so that a call is told in time that it hangs.',
    min: 100,
    fallback: 4_000,
  }),
};

export const natsSettings = {
  natsUrl: text('NATS_URL', {
    about: 'The address of NATS, credentials included; several are separated by commas.',
    secret: true,
  }),
  natsNamespace: text('NATS_NAMESPACE', {
    about: 'What stands before every stream and subject, for several platforms on one server.',
    fallback: '',
    unset: 'nothing',
  }),
  natsReplicas: integer('NATS_REPLICAS', {
    about:
      'On how many servers of a NATS cluster each stream is kept. A stream that exists is given more when it is prepared again, never fewer.',
    min: 1,
    max: 5,
    fallback: 1,
  }),
};

export const storageSettings = {
  s3Endpoint: url('S3_ENDPOINT', { about: 'The address at which processes reach S3.' }),
  s3PublicEndpoint: optional(
    origin('S3_PUBLIC_ENDPOINT', {
      about:
        'The origin to which links to files and artifacts lead, and from which the gateway’s pages may show pictures.',
    }),
    'links lead to `S3_ENDPOINT`, and the gateway’s pages show no pictures',
  ),
  s3Region: text('S3_REGION', {
    about: 'The region for which requests to S3 are signed.',
    fallback: 'us-east-1',
  }),
  s3Bucket: text('S3_BUCKET', {
    about: 'The bucket of files and artifacts; it is made where it is missing.',
  }),
  s3AccessKeyId: text('S3_ACCESS_KEY_ID', { about: 'The name of the key for S3.', secret: true }),
  s3SecretAccessKey: text('S3_SECRET_ACCESS_KEY', { about: 'The key for S3.', secret: true }),
  s3TimeoutMs: integer('S3_TIMEOUT_MS', {
    about:
      'How long S3 may leave a request unanswered, or an object without a byte that moves, in milliseconds.',
    min: 100,
    fallback: 4_000,
  }),
  objectDeletionDelayMs: integer('OBJECT_DELETION_DELAY_MS', {
    about:
      'How long objects are kept in S3 that no document names any more, so that a backup finds them whose databases were copied before, in milliseconds. A backup may take no longer. 0: they are deleted at once.',
    min: 0,
    fallback: days(1),
  }),
};
