import { Readable } from 'node:stream';
import { createObjectStorage, ObjectNotFoundError } from '../object-storage.ts';
import type { ObjectStorageOptions } from '../object-storage.ts';
import { mebibytes } from '../../units.ts';
import type { BackupTarget } from './backup-target.ts';

interface BucketTargetOptions extends ObjectStorageOptions {
  /** Prefix of all paths: empty or with a trailing slash. */
  readonly prefix: string;
}

const contentType = 'application/octet-stream';
/** S3 accepts 10,000 parts, so files can have up to 320 GB. */
const partSizeBytes = mebibytes(32);

/** Stores backups in an existing bucket. */
export function createBucketTarget({ prefix, ...options }: BucketTargetOptions): BackupTarget {
  const storage = createObjectStorage(options);
  return {
    async write(path, content) {
      const source = Readable.from(content, { objectMode: false });
      await storage.upload(`${prefix}${path}`, source, { contentType, partSizeBytes });
    },
    async read(path) {
      try {
        return await storage.get(`${prefix}${path}`);
      } catch (error) {
        if (error instanceof ObjectNotFoundError) return undefined;
        throw error;
      }
    },
    async *list(under) {
      for await (const page of storage.list({ prefix: `${prefix}${under}` }))
        for (const { key } of page) yield key.slice(prefix.length);
    },
    remove: (path) => storage.remove(`${prefix}${path}`),
    async removeAll(under) {
      await storage.removeAll(`${prefix}${under}`);
    },
    close: () => {
      storage.close();
    },
  };
}
