import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mebibytes } from '../units.ts';

/** The number of forwarded or dropped bytes after which the young generation is collected. */
const everyBytes = mebibytes(16);

type Collect = (options: { readonly type: 'minor' }) => void;

let passedBytes = 0;
let collect: Collect | undefined;

/**
 * Counts a forwarded or dropped chunk of a body, and collects young garbage every 16 MiB. The bytes of a chunk are outside the heap of V8, and the
 * objects for them are tiny, so V8 by itself waits until it has to collect the whole heap. That was two thirds of the cost of
 * forwarding an upload.
 */
export function noteChunk(bytes: number): void {
  passedBytes += bytes;
  if (passedBytes < everyBytes) return;
  passedBytes = 0;
  collect ??= openCollector();
  collect({ type: 'minor' });
}

/** Sets the flags of V8 at the first collection, so that a process that forwards no uploads keeps the defaults. */
function openCollector(): Collect {
  setFlagsFromString('--expose-gc');
  // Collected buffers are freed at once, not later by another thread.
  setFlagsFromString('--no-concurrent-array-buffer-sweeping');
  // External bytes count towards the size at which V8 collects the whole heap; the factor raises that size above the current one.
  setFlagsFromString('--heap-growing-percent=150');
  return runInNewContext('gc') as Collect;
}
