import { resolve } from 'node:path';

/** A real photograph, full of detail; `sample/README.md` states its source and licence. */
export function samplePhotograph(): string {
  return resolve(import.meta.dirname, '../../sample/starfish.jpg');
}
