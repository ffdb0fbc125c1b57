import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A real photograph, straight from a telephone, that a package brings along. */
export function samplePhotograph(): string {
  const manifest = fileURLToPath(import.meta.resolve('jpeg-exif/package.json'));
  return join(dirname(manifest), 'test', 'IMG_0001.JPG');
}
