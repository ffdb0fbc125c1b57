import { UndecodableError } from '../limits/undecodable-error.ts';
import { byteView } from '../bytes/byte-view.ts';
import type { ByteView } from '../bytes/byte-view.ts';
import { createPartList } from './file-part.ts';
import type { FilePart } from './file-part.ts';

const imageSeparator = 0x2c;
const extensionIntroducer = 0x21;
const trailer = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;
/** Loop counts of an animation, and the colour profile. */
const keptApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];
const screenBytes = 13;

/** Strips a GIF (GIF89a, appendices B and D). Text that no decoder draws is removed as comments are. */
export function stripGif(bytes: Uint8Array): readonly FilePart[] {
  const view = byteView(bytes);
  const list = createPartList();
  if (!view.startsWith('GIF8')) throw broken();
  let at = screenBytes + measureColourTable(view.u8(10));
  list.add({ offset: 0, length: Math.min(at, view.length) });
  while (at < view.length) {
    const kind = view.u8(at);
    const end = findBlockEnd(view, at);
    if (kind !== extensionIntroducer || isKeptExtension(view, at)) list.add({ offset: at, length: end - at });
    at = end;
    if (kind === trailer) break;
  }
  return list.parts;
}

/** A packed field announces a table of 2 to 256 colours. */
function measureColourTable(packed: number | null): number {
  return packed === null || (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1);
}

function findBlockEnd(view: ByteView, at: number): number {
  const kind = view.u8(at);
  if (kind === trailer) return at + 1;
  if (kind === extensionIntroducer) return skipSubBlocks(view, at + 2);
  if (kind !== imageSeparator) throw broken();
  return skipSubBlocks(view, at + 11 + measureColourTable(view.u8(at + 9)));
}

function skipSubBlocks(view: ByteView, from: number): number {
  for (let at = from; ;) {
    const size = view.u8(at);
    if (size === null) throw broken();
    at += 1 + size;
    if (size === 0) return at;
  }
}

function isKeptExtension(view: ByteView, at: number): boolean {
  const label = view.u8(at + 1);
  if (label === graphicControl) return true;
  return label === application && keptApplications.some((name) => view.startsWith(name, at + 3));
}

function broken(): UndecodableError {
  return new UndecodableError('the blocks of the GIF file cannot be followed to its end');
}
