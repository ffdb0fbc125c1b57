import type { Chunk } from '@assay/proto/exchange/v1/exchange_service';
import { kibibytes } from '../units.ts';

/** The beginning of a call or answer, with the whole payload until it is taken to be sent. */
export interface Frame {
  readonly number: number;
  readonly payload: Buffer;
  /** Of the whole payload. */
  readonly sizeBytes: number;
}

/** What goes into one message. */
export interface Batch<F extends Frame> {
  readonly begun: F[];
  readonly chunks: Chunk[];
}

export interface FrameQueue<F extends Frame> {
  readonly isEmpty: boolean;
  add(frame: F): void;
  /** Takes what comes next, about 64 KiB at most. */
  take(): Batch<F>;
  /** Forgets a frame; true when nothing of it was taken yet. */
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

/** Frames in the order they came; long payloads in chunks that take turns with the other frames, so that none has to wait. */
export function createFrameQueue<F extends Frame>(): FrameQueue<F> {
  let frames: F[] = [];
  let remainders: Remainder[] = [];

  function takeBeginning(frame: F): F {
    if (frame.payload.length <= maxChunkBytes) return frame;
    remainders.push({ number: frame.number, payload: frame.payload, offset: maxChunkBytes });
    return { ...frame, payload: frame.payload.subarray(0, maxChunkBytes) };
  }

  /** Moves the chunk whose turn it is; returns its size. */
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
