import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

export { samplePhotograph } from '@assay/local/verification/sample-photograph';

/**
 * Returns the path of the sample photograph at 320 by 180 pixels, its metadata kept. Its checks need a tenth of a second of
 * one processor and those of the sample photograph 2.5 s, so tests use it unless they depend on the findings.
 */
export function smallPhotograph(): string {
  return resolve(import.meta.dirname, '../sample/starfish-small.jpg');
}

/** Next to the project; a second checkout of it may be one folder deeper. */
const sharedRoots = ['../../../../shared', '../../../../../shared'].map((path) =>
  resolve(import.meta.dirname, path),
);

/**
 * Finds a file of the media collection next to the project; undefined without the collection. Tests that need one name it:
 * `describe.skipIf(photo === undefined)('… (needs the media collection)', …)`.
 * @param path inside the collection, e.g. `photos/gps_DSCN0010.jpg`
 */
export function findSharedMedia(path: string): string | undefined {
  return findShared(join('media', path));
}

/** Finds one of the small files next to the project that show one problem each, with what is right for them; undefined without them. */
export function findSharedCase(name: string): string | undefined {
  return findShared(join('cases', name));
}

function findShared(path: string): string | undefined {
  return sharedRoots.map((root) => join(root, path)).find((file) => existsSync(file));
}
