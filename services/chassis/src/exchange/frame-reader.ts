import type { Chunk } from '@assay/proto/exchange/v1/exchange_service';
import type { Frame } from './frame-queue.ts';

/** The most one request or response may have, as with any gRPC message of this platform. */
export const maxPayloadBytes = 16 * 1024 * 1024;
const maxUnfinishedBytes = 4 * maxPayloadBytes;

export interface FrameReader<F extends Frame> {
  /** The frame when it is whole; undefined while chunks of it are missing. */
  begin(frame: F): F | undefined;
  /** The frame this chunk completes. A chunk of an unknown frame is ignored. Throws when it is longer than announced. */
  add(chunk: Chunk): F | undefined;
  /** Whether a payload of this size may begin. */
  hasRoomFor(sizeBytes: number): boolean;
  forget(number: number): void;
}

interface Unfinished<F> {
  readonly frame: F;
  readonly parts: Buffer[];
  missingBytes: number;
}

/** Puts together payloads that arrive in several messages. */
export function createFrameReader<F extends Frame>(): FrameReader<F> {
  const unfinished = new Map<number, Unfinished<F>>();
  let announcedBytes = 0;

  function forget(number: number): void {
    announcedBytes -= unfinished.get(number)?.frame.sizeBytes ?? 0;
    unfinished.delete(number);
  }

  return {
    begin(frame) {
      const { number, payload, sizeBytes } = frame;
      if (payload.length === sizeBytes) return frame;
      announcedBytes += sizeBytes;
      unfinished.set(number, { frame, parts: [payload], missingBytes: sizeBytes - payload.length });
      return undefined;
    },
    add({ number, payload }) {
      const begun = unfinished.get(number);
      if (begun === undefined) return undefined;
      begun.parts.push(payload);
      begun.missingBytes -= payload.length;
      if (begun.missingBytes > 0) return undefined;
      forget(number);
      if (begun.missingBytes < 0) throw new Error('a payload is longer than announced');
      return { ...begun.frame, payload: Buffer.concat(begun.parts) };
    },
    hasRoomFor: (sizeBytes) =>
      sizeBytes <= maxPayloadBytes && announcedBytes + sizeBytes <= maxUnfinishedBytes,
    forget,
  };
}
