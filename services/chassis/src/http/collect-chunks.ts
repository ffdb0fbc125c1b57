import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mebibytes } from '../units.ts';

/** How many bytes may have passed before what they left behind is collected. */
const everyBytes = mebibytes(16);

type Collect = (options: { readonly type: 'minor' }) => void;

let passedBytes = 0;
let collect: Collect | undefined;

/**
 * Counts a chunk of a body that was passed on. Chunks lie outside of V8's heap, where the objects that stand for them take next to
 * nothing: left to itself, V8 collects no young objects until there are so many chunks that it collects the whole heap, which was
 * two thirds of what passing an upload on cost.
 */
export function noteChunk(bytes: number): void {
  passedBytes += bytes;
  if (passedBytes < everyBytes) return;
  passedBytes = 0;
  collect ??= openCollector();
  collect({ type: 'minor' });
}

/** A gateway that passes no uploads on stays as V8 has it. */
function openCollector(): Collect {
  setFlagsFromString('--expose-gc');
  // What is collected counts as freed at once, not when another thread comes to it.
  setFlagsFromString('--no-concurrent-array-buffer-sweeping');
  // What lies outside counts towards the size at which the whole heap is collected, which would else be hardly above the present one.
  setFlagsFromString('--heap-growing-percent=150');
  return runInNewContext('gc') as Collect;
}
