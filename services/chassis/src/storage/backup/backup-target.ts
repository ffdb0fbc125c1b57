import type { Readable } from 'node:stream';

/** A place for backups: files with paths such as `backups/1/manifest.json`. */
export interface BackupTarget {
  /** The whole file exists after this has resolved, and no file after it has rejected. */
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Reads a file. Resolves to undefined when it does not exist. The caller must consume or destroy the stream. */
  read(path: string): Promise<Readable | undefined>;
  /** Lists the paths with this prefix, which ends with a slash. */
  list(prefix: string): AsyncIterable<string>;
  /** Removes a file. Does nothing when it does not exist. */
  remove(path: string): Promise<void>;
  /** Removes all files with this path prefix, which ends with a slash. A failure may leave files. */
  removeAll(prefix: string): Promise<void>;
  close(): void;
}
