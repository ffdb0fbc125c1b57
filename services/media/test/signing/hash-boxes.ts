import { createHash } from 'node:crypto';
import { listJpegBoxes } from '../../src/c2pa/jpeg-boxes.ts';

/**
 * Builds the assertion that binds a JPEG by hashes of its segments (C2PA 2.2 §18.7), with the place of the manifest behind the first
 * segments, where the builder puts it.
 * @param isTogether binds all segments behind the manifest by one hash instead of one for each
 */
export function hashBoxes(jpeg: Uint8Array, isTogether = false): object {
  const segments = listJpegBoxes(jpeg, false);
  const behind = segments.findIndex(({ name }) => name !== 'SOI' && name !== 'APP0');
  const single = segments.map((segment) => [segment]);
  const groups = isTogether ? [...single.slice(0, behind), segments.slice(behind)] : single;
  const boxes = groups.map((group) => ({
    names: group.map(({ name }) => name),
    hash: [
      ...createHash('sha256')
        .update(Buffer.concat(group.map(({ bytes }) => bytes)))
        .digest(),
    ],
    pad: [],
  }));
  boxes.splice(behind, 0, { names: ['C2PA'], hash: [0], pad: [] });
  return { label: 'c2pa.hash.boxes', data: { alg: 'sha256', boxes } };
}
