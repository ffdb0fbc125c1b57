import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

export { samplePhotograph } from '@assay/local/verification/sample-photograph';

const mediaRoot = resolve(import.meta.dirname, '../../../../shared/media');

/**
 * A file of the media collection beside the project, or undefined where the collection is absent. Tests that need
 * one say so by name: `describe.skipIf(photo === undefined)('… (needs the media collection)', …)`.
 * @param path inside the collection, e.g. `photos/gps_DSCN0010.jpg`
 */
export function findSharedMedia(path: string): string | undefined {
  const file = join(mediaRoot, path);
  return existsSync(file) ? file : undefined;
}
