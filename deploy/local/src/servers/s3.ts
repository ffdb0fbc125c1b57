import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateBucketCommand, HeadBucketCommand, ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Address } from '../config.ts';
import type { LaunchPlan } from '../processes/process-handle.ts';
import type { LaunchContext, S3Keys, ServerDefinition } from './definition.ts';
import { buildJvmServers, onJava } from './jvm-servers.ts';
import type { JvmServers } from './jvm-servers.ts';

const innerPort = 7070;
export const localRegion = 'us-east-1';
export const localBucket = 'assay';

export const s3: ServerDefinition = {
  name: 's3',
  label: 'S3',
  variable: 'S3_ENDPOINT',
  binary: 'versitygw',
  launch: launchVersity,
  embedded: {
    label: async (toolbox) => onJava('S3Proxy on a folder', toolbox),
    prepare: async (build) => {
      const servers = await buildJvmServers(build);
      return async (context) => launchEmbedded(servers, context);
    },
  },
  container: ({ s3Keys }) => ({
    image: 'versity/versitygw',
    innerPort: innerPort,
    innerDataDir: '/data',
    command: [...listenArguments(`:${String(innerPort)}`), 'posix', '/data'],
    environment: keyVariables(s3Keys),
    files: {},
  }),
  ready: async ({ port, s3Keys }, signal) => {
    const client = createClient(localAddress(port, s3Keys));
    try {
      await client.send(new ListBucketsCommand({}), { abortSignal: signal });
    } finally {
      client.destroy();
    }
  },
};

export function localAddress(port: number, keys: S3Keys): S3Address {
  return {
    endpoint: `http://127.0.0.1:${String(port)}`,
    region: localRegion,
    bucket: localBucket,
    ...keys,
  };
}

/** Creates the bucket when it is missing. */
export async function ensureBucket(address: S3Address): Promise<void> {
  const client = createClient(address);
  try {
    await client.send(new HeadBucketCommand({ Bucket: address.bucket })).catch(async () => {
      await client.send(new CreateBucketCommand({ Bucket: address.bucket }));
    });
  } finally {
    client.destroy();
  }
}

async function launchVersity(binary: string, context: LaunchContext): Promise<LaunchPlan> {
  const { port, dataDir, s3Keys } = context;
  await Promise.all(
    ['objects', 'metadata'].map(async (name) => mkdir(join(dataDir, name), { recursive: true })),
  );
  return {
    command: binary,
    // Metadata lies in files beside the objects: not every filesystem (tmpfs, some layers) has extended attributes.
    args: [
      ...listenArguments(`127.0.0.1:${String(port)}`),
      ...['posix', '--sidecar', join(dataDir, 'metadata'), join(dataDir, 'objects')],
    ],
    environment: keyVariables(s3Keys),
  };
}

/** The folder is the one versitygw would keep objects in, and each reads what the other wrote. */
async function launchEmbedded(
  { java, classpath }: JvmServers,
  { port, dataDir, s3Keys }: LaunchContext,
): Promise<LaunchPlan> {
  const objects = join(dataDir, 'objects');
  await mkdir(objects, { recursive: true });
  return {
    command: java,
    args: [
      ...['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx512m', '-cp', classpath],
      ...['-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', 'EmbeddedS3', String(port), objects],
    ],
    environment: keyVariables(s3Keys),
  };
}

function listenArguments(address: string): string[] {
  return ['--port', address, '--region', localRegion, '--keep-alive', '--quiet'];
}

function keyVariables({ accessKeyId, secretAccessKey }: S3Keys): Record<string, string> {
  return { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey };
}

function createClient(address: S3Address): S3Client {
  return new S3Client({
    endpoint: address.endpoint,
    region: address.region,
    credentials: { accessKeyId: address.accessKeyId, secretAccessKey: address.secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
