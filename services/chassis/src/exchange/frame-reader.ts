import type { Chunk } from '@assay/proto/exchange/v1/exchange_service';
import { mebibytes } from '../units.ts';
import type { Frame } from './frame-queue.ts';

/** The maximum size of a request or response, as of every gRPC message of the platform. */
export const maxPayloadBytes = mebibytes(16);
const maxUnfinishedBytes = 4 * maxPayloadBytes;

export interface FrameReader<F extends Frame> {
  /** Returns the frame when it is complete, otherwise undefined. Throws when its payload is longer than announced. */
  begin(frame: F): F | undefined;
  /** Returns the frame that this chunk completes. Ignores chunks of unknown frames. Throws when the payload is longer than announced. */
  add(chunk: Chunk): F | undefined;
  /** Returns true when a payload of this size fits into the limits. */
  canBegin(sizeBytes: number): boolean;
  /** Drops an incomplete frame. Returns true when it was known. */
  forget(number: number): boolean;
  /** Drops all incomplete frames. */
  clear(): void;
}

/** The bytes reserved for incomplete payloads by all readers that share this object. */
export interface KeptBytes {
  readonly maxBytes: number;
  bytes: number;
}

interface Unfinished<F> {
  readonly frame: F;
  /** Allocated at the announced size, so that the counted bytes are the reserved ones and no received message is retained. */
  readonly payload: Buffer;
  filledBytes: number;
}

/** Creates a reader that assembles payloads from several messages. */
export function createFrameReader<F extends Frame>(
  kept: KeptBytes = { maxBytes: maxUnfinishedBytes, bytes: 0 },
): FrameReader<F> {
  const unfinished = new Map<number, Unfinished<F>>();
  let ownBytes = 0;

  function count(bytes: number): void {
    ownBytes += bytes;
    kept.bytes += bytes;
  }

  function fill(begun: Unfinished<F>, piece: Buffer): void {
    if (begun.filledBytes + piece.length > begun.payload.length) throw longerThanAnnounced();
    piece.copy(begun.payload, begun.filledBytes);
    begun.filledBytes += piece.length;
  }

  function forget(number: number): boolean {
    count(-(unfinished.get(number)?.payload.length ?? 0));
    return unfinished.delete(number);
  }

  return {
    begin(frame) {
      const { number, payload, sizeBytes } = frame;
      if (payload.length === sizeBytes) return frame;
      if (payload.length > sizeBytes) throw longerThanAnnounced();
      if (unfinished.has(number)) throw new Error(`call ${number} has already begun`);
      const begun = { frame, payload: Buffer.allocUnsafeSlow(sizeBytes), filledBytes: 0 };
      unfinished.set(number, begun);
      count(sizeBytes);
      fill(begun, payload);
      return undefined;
    },
    add({ number, payload }) {
      const begun = unfinished.get(number);
      if (begun === undefined) return undefined;
      fill(begun, payload);
      if (begun.filledBytes < begun.payload.length) return undefined;
      forget(number);
      return { ...begun.frame, payload: begun.payload };
    },
    canBegin: (sizeBytes) =>
      sizeBytes <= maxPayloadBytes &&
      ownBytes + sizeBytes <= maxUnfinishedBytes &&
      kept.bytes + sizeBytes <= kept.maxBytes,
    forget,
    clear() {
      for (const number of [...unfinished.keys()]) forget(number);
    },
  };
}

function longerThanAnnounced(): Error {
  return new Error('a payload is longer than announced');
}
