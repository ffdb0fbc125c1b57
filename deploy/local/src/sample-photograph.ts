import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A real photograph, straight from a camera, that a package brings along. */
export function samplePhotograph(): string {
  const manifest = createRequire(import.meta.url).resolve('jpeg-exif/package.json');
  return join(dirname(manifest), 'test', 'IMG_0001.JPG');
}
