import { readSync } from 'node:fs';

/** The part of `Blob` that the validator uses: it asks for slices and reads them synchronously. */
class FileBlob {
  readonly size: number;
  readonly #descriptor: number;
  readonly #start: number;

  constructor(descriptor: number, start: number, size: number) {
    this.#descriptor = descriptor;
    this.#start = start;
    this.size = size;
  }

  slice(from = 0, to = this.size): FileBlob {
    const start = Math.min(Math.max(0, from), this.size);
    const end = Math.min(Math.max(start, to), this.size);
    return new FileBlob(this.#descriptor, this.#start + start, end - start);
  }

  read(): ArrayBuffer {
    const bytes = new Uint8Array(this.size);
    let filled = 0;
    while (filled < this.size) {
      const count = readSync(this.#descriptor, bytes, filled, this.size - filled, this.#start + filled);
      if (count === 0) throw new Error('the file became shorter while it was read');
      filled += count;
    }
    return bytes.buffer;
  }
}

/** The browser's synchronous reader, which Node lacks and the validator's `fromBlob` calls by its global name. */
class FileReaderSync {
  readAsArrayBuffer(blob: FileBlob): ArrayBuffer {
    return blob.read();
  }
}

/**
 * A file as a `Blob` that is read piece by piece, so that a video of gigabytes is never held in memory.
 * @param descriptor stays open as long as the blob is read
 */
export function fileBlob(descriptor: number, sizeBytes: number): Blob {
  Object.assign(globalThis, { FileReaderSync });
  return asBlob(new FileBlob(descriptor, 0, sizeBytes));
}

/** The validator calls only `size` and `slice`, and hands slices only to the reader above. */
function asBlob(blob: FileBlob): Blob {
  return blob as unknown as Blob;
}
