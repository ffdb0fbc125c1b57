import type { ConfigOf } from '../config.ts';
import type { Runtime } from '../process/runtime.ts';
import type { storageSettings } from '../settings/servers.ts';
import { createObjectStorage } from './object-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Opens the configured bucket, which the prepare command creates. */
export function openStorage(
  { runtime }: { readonly runtime: Runtime },
  config: ConfigOf<typeof storageSettings>,
): ObjectStorage {
  const storage = createStorage(config);
  runtime.lifecycle.onStop('object storage', () => storage.close());
  runtime.dependencies.add('object-storage', () => storage.ping());
  return storage;
}

export function createStorage(config: ConfigOf<typeof storageSettings>): ObjectStorage {
  return createObjectStorage({
    endpoint: config.s3Endpoint,
    publicEndpoint: config.s3PublicEndpoint,
    region: config.s3Region,
    bucket: config.s3Bucket,
    accessKeyId: config.s3AccessKeyId,
    secretAccessKey: config.s3SecretAccessKey,
    timeoutMs: config.s3TimeoutMs,
  });
}
