import { kibibytes } from '../units.ts';

/** Removes interim answers (1xx) from the bytes of a connection. */
export interface InterimFilter {
  /** Notes that a request begins: the next bytes are the head of its answer. */
  beginRequest(): void;
  /** Returns the bytes that remain, which are none while the head may still be that of an interim answer. */
  filter(chunk: Buffer): Buffer;
}

const versions = ['HTTP/1.1 ', 'HTTP/1.0 '];
/** The status of an interim answer. 101 is none: it ends HTTP on the connection. */
const interimStatus = /^1(?!01)\d\d$/u;
const headEnd = '\r\n\r\n';
/** The parser of undici refuses a longer head. */
const maxHeadBytes = kibibytes(16);
const nothing = Buffer.alloc(0);

/**
 * Creates the filter of one connection without pipelining. A client must read over answers such as `100 Continue` that it did not request (RFC 9110, 15.2);
 * undici 8 closes the connection instead (nodejs/undici#201).
 */
export function createInterimFilter(): InterimFilter {
  let isHead = true;
  let pending: Buffer = nothing;
  const passOn = (): Buffer => {
    const passed = pending;
    isHead = false;
    pending = nothing;
    return passed;
  };
  return {
    beginRequest() {
      isHead = true;
    },
    filter(chunk) {
      if (!isHead) return chunk;
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      while (isInterim(pending)) {
        const end = pending.indexOf(headEnd);
        if (end < 0) return pending.length > maxHeadBytes ? passOn() : nothing;
        pending = pending.subarray(end + headEnd.length);
      }
      return passOn();
    },
  };
}

/** Returns true if the bytes are, or can become, the head of an interim answer. */
function isInterim(bytes: Buffer): boolean {
  const version = bytes.toString('latin1', 0, 9);
  const status = bytes.toString('latin1', 9, 12);
  if (!versions.some((known) => known.startsWith(version))) return false;
  return status.length < 3 ? '1'.startsWith(status.slice(0, 1)) : interimStatus.test(status);
}
