import { isoBoxes } from '../bytes/iso-boxes.ts';
import type { IsoBox } from '../bytes/iso-boxes.ts';
import { buildBox } from './build-boxes.ts';

const parents: readonly string[] = ['moov', 'trak', 'mdia', 'minf', 'stbl'];
const droppedBoxes: readonly string[] = ['udta', 'meta', 'uuid', 'free', 'skip'];
const timedBoxes: readonly string[] = ['mvhd', 'tkhd', 'mdhd'];
const maxBoxes = 2_000;
const maxDepth = 6;

/** Copies the description of the tracks with new positions of their chunks, without user data and times of creation. */
export function rewriteMovie(
  file: Buffer,
  box: IsoBox,
  mapOffset: (offset: number) => number,
  depth = 0,
): Buffer {
  const { name, start, end } = box;
  if (parents.includes(name) && depth < maxDepth) {
    const kept = isoBoxes(file, box, maxBoxes).filter((inner) => !droppedBoxes.includes(inner.name));
    return buildBox(name, ...kept.map((inner) => rewriteMovie(file, inner, mapOffset, depth + 1)));
  }
  const content = Buffer.from(file.subarray(start, end));
  if (timedBoxes.includes(name)) content.fill(0, 4, content.readUInt8(0) === 1 ? 20 : 12);
  if (name === 'stco') mapChunks(content, 4, mapOffset);
  if (name === 'co64') mapChunks(content, 8, mapOffset);
  return buildBox(name, content);
}

function mapChunks(content: Buffer, width: 4 | 8, mapOffset: (offset: number) => number): void {
  const count = content.readUInt32BE(4);
  if (8 + count * width > content.length) throw new RangeError('behind the end of the box');
  for (let at = 8; at < 8 + count * width; at += width) {
    if (width === 4) content.writeUInt32BE(mapOffset(content.readUInt32BE(at)), at);
    else content.writeBigUInt64BE(BigInt(mapOffset(Number(content.readBigUInt64BE(at)))), at);
  }
}
