import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A real photograph, full of detail, that a package brings along. */
export function samplePhotograph(): string {
  const manifest = fileURLToPath(import.meta.resolve('exif-parser/package.json'));
  return join(dirname(manifest), 'test', 'starfish.jpg');
}
