import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { AcceptedType } from '../upload/read-type.ts';

/** What is known of an upload whose parts all arrived here. */
export interface ArrivedContent {
  /** Of all of them together, in lower-case hexadecimal. */
  readonly sha256: string;
  /** What the first one showed. */
  readonly type: AcceptedType;
}

export interface ArrivingPart {
  readonly partNumber: number;
  readonly bytes: Buffer;
  /** Of the first part only: what it shows. */
  readonly type: AcceptedType | undefined;
  /** Told once the bytes are not needed any more; until then they must not change. */
  readonly release: () => void;
}

/**
 * The content of uploads under way, hashed as it arrives, so that it need not be read again for that. What is known of an upload
 * may be forgotten at any time; then its content is read.
 */
export interface ArrivingContent {
  /** Takes a part that was stored. */
  add(uploadId: string, part: ArrivingPart): void;
  /** Undefined unless exactly so many parts arrived here, each of them once. */
  whole(uploadId: string, parts: number): ArrivedContent | undefined;
  forget(uploadId: string): void;
}

interface Arriving {
  readonly hash: Hash;
  type: AcceptedType | undefined;
  /** How many parts were hashed, from the first one. */
  hashed: number;
  /** Parts that came before the next one, by their numbers. */
  readonly waiting: Map<number, ArrivingPart>;
}

/** Uploads that something is known of at the same time. */
const maxUploads = 1_000;
/** Parts that wait, of all uploads together, which are 32 MiB; then the upload that began first is forgotten. */
const maxWaiting = 4;

export function createArrivingContent(): ArrivingContent {
  const uploads = new Map<string, Arriving>();
  let waiting = 0;

  function begin(uploadId: string): Arriving {
    const [oldest] = uploads.keys();
    if (uploads.size >= maxUploads && oldest !== undefined) forget(oldest);
    const arriving = { hash: createHash('sha256'), type: undefined, hashed: 0, waiting: new Map() };
    uploads.set(uploadId, arriving);
    return arriving;
  }

  function hashFrom(arriving: Arriving, first: ArrivingPart): void {
    let part: ArrivingPart | undefined = first;
    while (part !== undefined) {
      arriving.hash.update(part.bytes);
      arriving.type ??= part.type;
      arriving.hashed += 1;
      part.release();
      const next = arriving.hashed + 1;
      part = arriving.waiting.get(next);
      if (arriving.waiting.delete(next)) waiting -= 1;
    }
  }

  function forget(uploadId: string): void {
    const { waiting: unheard = new Map<number, ArrivingPart>() } = uploads.get(uploadId) ?? {};
    uploads.delete(uploadId);
    waiting -= unheard.size;
    for (const { release } of unheard.values()) release();
  }

  function wait(uploadId: string, arriving: Arriving, part: ArrivingPart): void {
    const [first] = [...uploads].find(([, others]) => others.waiting.size > 0) ?? [];
    if (waiting >= maxWaiting && first !== undefined) forget(first);
    if (uploads.has(uploadId)) {
      arriving.waiting.set(part.partNumber, part);
      waiting += 1;
    } else {
      part.release();
    }
  }

  return {
    add(uploadId, part) {
      const arriving = uploads.get(uploadId) ?? begin(uploadId);
      const isNext = part.partNumber === arriving.hashed + 1;
      const isAgain = part.partNumber <= arriving.hashed || arriving.waiting.has(part.partNumber);
      if (isNext) {
        hashFrom(arriving, part);
      } else if (isAgain) {
        part.release();
        forget(uploadId);
      } else {
        wait(uploadId, arriving, part);
      }
    },
    whole(uploadId, parts) {
      const { hash, type, hashed } = uploads.get(uploadId) ?? {};
      if (hash === undefined || type === undefined || hashed !== parts) return undefined;
      return { sha256: hash.copy().digest('hex'), type };
    },
    forget,
  };
}
