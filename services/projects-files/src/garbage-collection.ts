import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 free soon what an upload leaves behind; call it before anything else is loaded. Every chunk of a body is a buffer
 * outside of the heap that is freed with the object that stands for it, and a young generation that has grown is
 * collected so seldom that close to 100 MB of such buffers wait. Measured on an upload of 1 GiB: 29 MB more resident memory
 * instead of 98 (63 where eight others wanted the two processors), and 20 MB less to begin with.
 */
export function collectGarbageOften(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-concurrent-array-buffer-sweeping');
}
