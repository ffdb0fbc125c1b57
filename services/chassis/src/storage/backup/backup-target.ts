import type { Readable } from 'node:stream';

/** Where backups are kept: files with paths such as `backups/1/manifest.json`. */
export interface BackupTarget {
  /** The file is there when this resolves; nothing is when it rejects. */
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined: there is no such file. The caller consumes or destroys the stream. */
  read(path: string): Promise<Readable | undefined>;
  /** The paths that begin so; the prefix ends with a slash. */
  list(prefix: string): AsyncIterable<string>;
  /** Does nothing when there is no such file. */
  remove(path: string): Promise<void>;
  /** Removes every file whose path begins so; the prefix ends with a slash. What fails is left. */
  removeAll(prefix: string): Promise<void>;
  close(): void;
}
