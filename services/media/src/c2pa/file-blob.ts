import { readSync } from 'node:fs';

/** Fills `bytes` from an offset of the file or of the content. */
type Fill = (bytes: Uint8Array, offset: number) => void;

/** The part of `Blob` that the validator uses: it takes slices and reads them synchronously. */
class PieceBlob {
  readonly size: number;
  readonly #fill: Fill;
  readonly #start: number;

  constructor(fill: Fill, start: number, size: number) {
    this.size = size;
    this.#fill = fill;
    this.#start = start;
  }

  /** Returns at most `maxPieceBytes`, as a read of a file may: the validator then reads on. It requests up to 256 MiB at once. */
  slice(from = 0, to = this.size): PieceBlob {
    const start = Math.min(Math.max(0, from), this.size);
    const end = Math.min(Math.max(start, to), this.size, start + maxPieceBytes);
    return new PieceBlob(this.#fill, this.#start + start, end - start);
  }

  read(): ArrayBuffer {
    const bytes = new Uint8Array(this.size);
    this.#fill(bytes, this.#start);
    return bytes.buffer;
  }
}

const maxPieceBytes = 2 ** 18;

/** The browser's synchronous reader, which Node lacks and the validator's `fromBlob` calls by its global name. */
class FileReaderSync {
  readAsArrayBuffer(blob: PieceBlob): ArrayBuffer {
    return blob.read();
  }
}

/**
 * Returns a file as a `Blob` that is read piece by piece, so that a video of gigabytes is never held in memory.
 * @param descriptor stays open as long as the blob is read
 */
export function fileBlob(descriptor: number, sizeBytes: number): Blob {
  return pieceBlob((bytes, offset) => {
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(descriptor, bytes, filled, bytes.length - filled, offset + filled);
      if (count === 0) throw new Error('the file became shorter while it was read');
      filled += count;
    }
  }, sizeBytes);
}

/** Returns content in memory as a `Blob` that is read piece by piece; the validator's `fromBytes` copies the whole. */
export function bytesBlob(content: Uint8Array): Blob {
  return pieceBlob((bytes, offset) => {
    bytes.set(content.subarray(offset, offset + bytes.length));
  }, content.length);
}

/** The validator calls only `size` and `slice`, and passes slices only to the reader above. */
function pieceBlob(fill: Fill, sizeBytes: number): Blob {
  Object.assign(globalThis, { FileReaderSync });
  return new PieceBlob(fill, 0, sizeBytes) as unknown as Blob;
}
