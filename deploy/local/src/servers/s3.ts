import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateBucketCommand, HeadBucketCommand, ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Address } from '../config.ts';
import type { LaunchPlan } from '../processes/process-handle.ts';
import { buildGoTool } from './build-go-tool.ts';
import type { LaunchContext, S3Keys, ServerDefinition } from './definition.ts';

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
    label: 'versitygw built with Go, on a folder',
    build: async (build) => buildGoTool('s3', build),
    launch: launchVersity,
  },
  container: ({ s3Keys }) => ({
    image: 'versity/versitygw',
    innerPort: innerPort,
    innerDataDir: '/data',
    command: [...listenArguments(`:${String(innerPort)}`), 'posix', '/data'],
    environment: versityKeys(s3Keys),
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
    environment: versityKeys(s3Keys),
  };
}

function listenArguments(address: string): string[] {
  return ['--port', address, '--region', localRegion, '--keep-alive', '--quiet'];
}

function versityKeys({ accessKeyId, secretAccessKey }: S3Keys): Record<string, string> {
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
