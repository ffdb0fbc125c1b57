import type { Chunk } from '@assay/proto/exchange/v1/exchange_service';
import { mebibytes } from '../units.ts';
import type { Frame } from './frame-queue.ts';

/** The most one request or response may have, as with any gRPC message of this platform. */
export const maxPayloadBytes = mebibytes(16);
const maxUnfinishedBytes = 4 * maxPayloadBytes;

export interface FrameReader<F extends Frame> {
  /** The frame when it is whole; undefined while chunks of it are missing. Throws when it is longer than announced. */
  begin(frame: F): F | undefined;
  /** The frame this chunk completes. A chunk of an unknown frame is ignored. Throws when it is longer than announced. */
  add(chunk: Chunk): F | undefined;
  /** Whether a payload of this size may begin. */
  canBegin(sizeBytes: number): boolean;
  /** Returns whether anything of it was kept. */
  forget(number: number): boolean;
  /** Forgets everything. */
  clear(): void;
}

/** What is kept of unfinished payloads, by all readers that share it. */
export interface KeptBytes {
  readonly maxBytes: number;
  bytes: number;
}

interface Unfinished<F> {
  readonly frame: F;
  /** As large as announced, so that what is kept is what is counted, and no message that brought a part of it. */
  readonly payload: Buffer;
  filledBytes: number;
}

/** Puts together payloads that arrive in several messages. */
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
