import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { measureVariant } from './measure.ts';
import { variantsOf } from './variants.ts';

/**
 * Measures every variant of every photograph in a folder and appends one JSON line each:
 * `node --conditions=source collect.ts <folder> <out.jsonl> [part/parts]`. The file then goes to calibrate.ts.
 */
const [folder, out, part = '0/1'] = process.argv.slice(2);
if (folder === undefined || out === undefined)
  throw new Error('usage: collect.ts <folder> <out.jsonl> [part/parts]');
const [index = 0, count = 1] = part.split('/').map(Number);
const sameCamera = 'gps_DSCN';
const keptOfSameCamera = 3;

const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg'));
const repeated = names.filter((name) => name.startsWith(sameCamera)).slice(keptOfSameCamera);
const photos = names.filter((name) => !repeated.includes(name));
for (const [position, name] of photos.entries()) {
  if (position % count !== index) continue;
  const camera = name.startsWith(sameCamera) ? sameCamera : name;
  for (const variant of await variantsOf(join(folder, name), 1000 + position)) {
    await appendFile(out, `${JSON.stringify(await measureVariant(camera, variant))}\n`);
  }
}
