import { integer, optional, origin, text, url } from '../config.ts';
import { days } from '../units.ts';

export const mongoSettings = {
  mongodbUri: text('MONGODB_URI', {
    about: 'The connection string of MongoDB with its credentials.',
    secret: true,
  }),
  mongodbDatabase: text('MONGODB_DATABASE', {
    about: 'The database of this process. Two processes must not share a database.',
  }),
};

export const mongoLimits = {
  mongodbTimeoutMs: integer('MONGODB_TIMEOUT_MS', {
    about:
      'How long a serving process waits for an answer of MongoDB, in milliseconds, so that calls fail before their deadline when MongoDB hangs.',
    min: 100,
    fallback: 4_000,
  }),
};

export const natsSettings = {
  natsUrl: text('NATS_URL', {
    about: 'The URL of NATS with its credentials, or several of them separated by commas.',
    secret: true,
  }),
  natsNamespace: text('NATS_NAMESPACE', {
    about: 'The prefix of all streams and subjects, so that several platforms can share one server.',
    fallback: '',
    unset: 'no prefix',
  }),
  natsReplicas: integer('NATS_REPLICAS', {
    about:
      'The number of replicas of each stream in a NATS cluster. The prepare command raises the number for existing streams and never lowers it.',
    min: 1,
    max: 5,
    fallback: 1,
  }),
};

export const storageSettings = {
  s3Endpoint: url('S3_ENDPOINT', { about: 'The URL by which processes reach S3.' }),
  s3PublicEndpoint: optional(
    origin('S3_PUBLIC_ENDPOINT', {
      about:
        'The public origin of S3: links to files and artifacts begin with it, and the pages of the gateway may show images from it.',
    }),
    'links begin with `S3_ENDPOINT`, and the pages of the gateway show no images',
  ),
  s3Region: text('S3_REGION', {
    about: 'The region in the signature of requests to S3.',
    fallback: 'us-east-1',
  }),
  s3Bucket: text('S3_BUCKET', {
    about: 'The bucket of files and artifacts. The prepare command creates it when it is missing.',
  }),
  s3AccessKeyId: text('S3_ACCESS_KEY_ID', { about: 'The access key id for S3.', secret: true }),
  s3SecretAccessKey: text('S3_SECRET_ACCESS_KEY', { about: 'The secret access key for S3.', secret: true }),
  s3TimeoutMs: integer('S3_TIMEOUT_MS', {
    about:
      'How long a process waits for an answer of S3, or for the next byte of an object, in milliseconds.',
    min: 100,
    fallback: 4_000,
  }),
  objectDeletionDelayMs: integer('OBJECT_DELETION_DELAY_MS', {
    about:
      'How long orphaned objects are kept in S3, in milliseconds, so that a backup finds the objects of databases that it copied earlier. A backup must not take longer. 0: they are deleted at once.',
    min: 0,
    fallback: days(1),
  }),
};
