import type { Chunk } from '@assay/proto/exchange/v1/exchange_service';
import { kibibytes } from '../units.ts';

/** A call or answer with its payload. A frame that was taken holds only the first chunk of a long payload. */
export interface Frame {
  readonly number: number;
  readonly payload: Buffer;
  /** The size of the whole payload. */
  readonly sizeBytes: number;
}

/** The frames and chunks of one message. */
export interface Batch<F extends Frame> {
  readonly begun: F[];
  readonly chunks: Chunk[];
}

export interface FrameQueue<F extends Frame> {
  readonly isEmpty: boolean;
  add(frame: F): void;
  /** Removes and returns the next frames and chunks, about 64 KiB. */
  take(): Batch<F>;
  /** Removes a frame. Returns true when no part of it was taken. */
  withdraw(number: number): boolean;
  clear(): void;
}

interface Remainder {
  readonly number: number;
  readonly payload: Buffer;
  offset: number;
}

const maxChunkBytes = kibibytes(32);
const maxBatchBytes = kibibytes(64);

/** Creates a queue that returns frames in order and long payloads in chunks between other frames, so that no frame waits for a long one. */
export function createFrameQueue<F extends Frame>(): FrameQueue<F> {
  let frames: F[] = [];
  let remainders: Remainder[] = [];

  function takeBeginning(frame: F): F {
    if (frame.payload.length <= maxChunkBytes) return frame;
    remainders.push({ number: frame.number, payload: frame.payload, offset: maxChunkBytes });
    return { ...frame, payload: frame.payload.subarray(0, maxChunkBytes) };
  }

  /** Moves the next chunk of the longest-waiting payload into `chunks`. Returns its size in bytes. */
  function takeChunk(chunks: Chunk[]): number {
    const next = remainders.shift();
    if (next === undefined) return 0;
    const payload = next.payload.subarray(next.offset, next.offset + maxChunkBytes);
    chunks.push({ number: next.number, payload });
    next.offset += payload.length;
    if (next.offset < next.payload.length) remainders.push(next);
    return payload.length;
  }

  return {
    get isEmpty() {
      return frames.length === 0 && remainders.length === 0;
    },
    add: (frame) => void frames.push(frame),
    take() {
      const chunks: Chunk[] = [];
      let bytes = takeChunk(chunks);
      const begun: F[] = [];
      for (const frame of frames) {
        if (bytes >= maxBatchBytes) break;
        const beginning = takeBeginning(frame);
        begun.push(beginning);
        bytes += beginning.payload.length;
      }
      frames = begun.length === frames.length ? [] : frames.slice(begun.length);
      while (bytes < maxBatchBytes && remainders.length > 0) bytes += takeChunk(chunks);
      return { begun, chunks };
    },
    withdraw(number) {
      const waiting = frames.length;
      frames = frames.filter((frame) => frame.number !== number);
      remainders = remainders.filter((remainder) => remainder.number !== number);
      return frames.length < waiting;
    },
    clear() {
      frames = [];
      remainders = [];
    },
  };
}
