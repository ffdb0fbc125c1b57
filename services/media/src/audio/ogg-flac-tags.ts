import { readHead } from '../sniff/read-head.ts';

const headBytes = 1 << 20;
const maxComments = 500;
const firstPacket = Buffer.from('\x7fFLAC', 'latin1');
const commentBlock = 4;

/**
 * Reads the Vorbis comments of FLAC in Ogg, which the library of tags leaves out. The packets behind the first one are the metadata blocks
 * of FLAC (RFC 9639, sections 8.6 and 10.1).
 * @returns the values by their names in upper case; empty for other files
 */
export async function readOggFlacTags(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const [first, ...packets] = listPackets(Buffer.from(await readHead(path, headBytes)));
  if (first?.subarray(0, firstPacket.length).equals(firstPacket) !== true) return new Map();
  const comments = packets.find((packet) => ((packet[0] ?? 0) & 0x7f) === commentBlock);
  return comments === undefined ? new Map() : parseComments(comments.subarray(4));
}

/** Lists the packets of the first stream that end in the head (RFC 3533, section 6). */
function listPackets(head: Buffer): readonly Buffer[] {
  const packets: Buffer[] = [];
  let pieces: Buffer[] = [];
  for (let at = 0; head.toString('latin1', at, at + 4) === 'OggS' && at + 27 <= head.length;) {
    const segments = head.subarray(at + 27, at + 27 + (head[at + 26] ?? 0));
    let start = at + 27 + segments.length;
    for (const length of segments) {
      pieces.push(head.subarray(start, start + length));
      start += length;
      if (length === 255) continue;
      packets.push(Buffer.concat(pieces));
      pieces = [];
    }
    at = start;
  }
  return packets;
}

function parseComments(bytes: Buffer): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  const readLength = (at: number): number => (at + 4 <= bytes.length ? bytes.readUInt32LE(at) : Infinity);
  let at = 4 + readLength(0);
  const count = Math.min(readLength(at), maxComments);
  at += 4;
  for (let index = 0; index < count && at + 4 <= bytes.length; index += 1) {
    const length = readLength(at);
    const [name = '', ...rest] = bytes.toString('utf8', at + 4, at + 4 + length).split('=');
    const key = name.toUpperCase();
    values.set(key, [...(values.get(key) ?? []), rest.join('=')]);
    at += 4 + length;
  }
  return values;
}
