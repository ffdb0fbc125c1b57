import { createCollector } from './container-reading.ts';
import type { Collector, ContainerReading } from './container-reading.ts';
import { isoBoxes } from '../bytes/iso-boxes.ts';
import type { IsoBox } from '../bytes/iso-boxes.ts';

const maxBoxes = 20_000;
const maxDepth = 8;
const parents: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'udta', 'ilst', 'edts']);
/** Seconds between 1904, from which the format counts, and 1970. */
const epochSeconds = 2_082_844_800;

/**
 * Walks the boxes of an ISO base media or QuickTime file (ISO/IEC 14496-12, QuickTime File Format). Reads only inside the
 * bytes, at most 20,000 boxes eight deep; null when the file does not begin with such a box.
 */
export function readIsoMedia(bytes: Buffer, textCharacters: number): ContainerReading | null {
  const found = createCollector(textCharacters);
  const state: Walk = { bytes, found, keys: [], left: maxBoxes, brands: [], isFragmented: false };
  const top = boxesIn(state, { start: 0, end: bytes.length });
  if (!['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(top[0]?.name ?? '')) return null;
  for (const box of top) {
    found.addPart(box.name);
    readBox(state, box, { path: box.name, depth: 0 });
  }
  const { brands, isFragmented } = state;
  return {
    format: 'iso-media',
    brands,
    layout: found.layout,
    texts: found.texts,
    textsLeftOut: found.countLeftOut(),
    times: found.times,
    isFragmented,
  };
}

interface Walk {
  readonly bytes: Buffer;
  readonly found: Collector;
  /** Names of metadata items (QuickTime `keys`), the first one is number 1. */
  keys: string[];
  left: number;
  brands: string[];
  isFragmented: boolean;
}

function boxesIn(state: Walk, within: Pick<IsoBox, 'start' | 'end'>): IsoBox[] {
  const boxes = isoBoxes(state.bytes, within, state.left);
  state.left -= boxes.length;
  return boxes;
}

function readBox(state: Walk, box: IsoBox, at: { readonly path: string; readonly depth: number }): void {
  const { bytes } = state;
  switch (box.name) {
    case 'ftyp':
      state.brands = brandsIn(bytes.subarray(box.start, box.end));
      return;
    case 'moof':
    case 'mvex':
      state.isFragmented = true;
      return;
    case 'mvhd':
    case 'tkhd':
    case 'mdhd':
      readTimes(state, box, at.path);
      return;
    case 'hdlr':
      readHandler(state, box);
      return;
    case 'keys':
      state.keys = keysIn(bytes.subarray(box.start, box.end));
      return;
  }
  if (box.name === 'meta') readInside(state, { ...box, start: metaStart(bytes, box) }, at);
  else if (parents.has(box.name)) readInside(state, box, at);
  else if (at.path.endsWith('/ilst/item')) readItem(state, box);
  else if (box.name.startsWith('©') && at.path.includes('udta')) readUserText(state, box);
}

function readInside(
  state: Walk,
  box: IsoBox,
  { path, depth }: { readonly path: string; readonly depth: number },
): void {
  if (depth >= maxDepth) return;
  for (const inner of boxesIn(state, box)) {
    const name = box.name === 'ilst' ? 'item' : inner.name;
    readBox(state, inner, { path: `${path}/${name}`, depth: depth + 1 });
  }
}

/** QuickTime writes the box without the version that ISO demands. */
function metaStart(bytes: Buffer, { start, end }: IsoBox): number {
  return start + 8 <= end && bytes.toString('latin1', start + 4, start + 8) === 'hdlr' ? start : start + 4;
}

function brandsIn(content: Buffer): string[] {
  const brands: string[] = [];
  for (let at = 0; at + 4 <= content.length && brands.length < 32; at += 4) {
    const brand = content.toString('latin1', at, at + 4).trim();
    if (at !== 4 && /^[\x20-\x7e]+$/.test(brand) && !brands.includes(brand)) brands.push(brand);
  }
  return brands;
}

function readTimes({ bytes, found }: Walk, { name, start, end }: IsoBox, path: string): void {
  const isLong = bytes[start] === 1;
  if (start + (isLong ? 20 : 12) > end) return;
  const second = (at: number): number =>
    isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
  const created = second(start + 4);
  const modified = second(start + (isLong ? 12 : 8));
  const place = name === 'mvhd' ? 'movie' : path.endsWith('tkhd') ? 'track' : 'media';
  found.addTime(`${place} created`, (created - epochSeconds) * 1000);
  found.addTime(`${place} modified`, (modified - epochSeconds) * 1000);
}

/** A handler's name ends with a NUL, or in QuickTime begins with its length. */
function readHandler({ bytes, found }: Walk, { start, end }: IsoBox): void {
  const kind = bytes.toString('latin1', start + 8, Math.min(end, start + 12));
  const name = bytes.subarray(Math.min(end, start + 24), end);
  const isCounted = name.length > 1 && name[0] === name.length - 1;
  found.addText(`handler ${kind}`, name.toString('utf8', isCounted ? 1 : 0));
}

function keysIn(content: Buffer): string[] {
  const keys: string[] = [];
  for (let at = 8; at + 8 <= content.length && keys.length < 200;) {
    const size = content.readUInt32BE(at);
    if (size < 8 || at + size > content.length) break;
    keys.push(content.toString('utf8', at + 8, at + size));
    at += size;
  }
  return keys;
}

/** An item holds a `data` box: type, locale and value. */
function readItem({ bytes, found, keys }: Walk, { name, start, end }: IsoBox): void {
  if (start + 16 > end || bytes.toString('latin1', start + 4, start + 8) !== 'data') return;
  if (bytes.readUInt32BE(start + 8) !== 1) return;
  const size = bytes.readUInt32BE(start);
  const number = Buffer.from(name, 'latin1').readUInt32BE(0);
  const label = keys[number - 1] ?? name.replace('\u00a9', '');
  found.addText(label, bytes.toString('utf8', start + 16, Math.min(end, start + size)));
}

/** QuickTime user data: length and language before the text; some writers leave both out. */
function readUserText({ bytes, found }: Walk, { name, start, end }: IsoBox): void {
  const hasLength = start + 4 <= end && bytes.readUInt16BE(start) <= end - start - 4;
  found.addText(name.slice(1), bytes.toString('utf8', hasLength ? start + 4 : start, end));
}
