import type { ConfigOf } from '../config.ts';
import type { Runtime } from '../process/runtime.ts';
import type { storageSettings } from '../process/settings.ts';
import { createObjectStorage } from './object-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/** The bucket a process is configured for, made when it is missing; the process is ready only while it answers. */
export async function openStorage(
  { runtime }: { readonly runtime: Runtime },
  config: ConfigOf<typeof storageSettings>,
): Promise<ObjectStorage> {
  const storage = createObjectStorage({
    endpoint: config.s3Endpoint,
    publicEndpoint: config.s3PublicEndpoint,
    region: config.s3Region,
    bucket: config.s3Bucket,
    accessKeyId: config.s3AccessKeyId,
    secretAccessKey: config.s3SecretAccessKey,
  });
  runtime.lifecycle.onStop('object storage', () => storage.close());
  await storage.ensureBucket();
  runtime.readiness.add('object storage', async () => {
    await storage.ping();
    return undefined;
  });
  return storage;
}
