import { createCollector } from './container-reading.ts';
import type { Collector, ContainerReading } from './container-reading.ts';

const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  muxer: 0x4d80,
  writer: 0x5741,
  date: 0x4461,
} as const;
const names: ReadonlyMap<number, string> = new Map([
  [0x114d9b74, 'SeekHead'],
  [ids.info, 'Info'],
  [0x1654ae6b, 'Tracks'],
  [0x1f43b675, 'Cluster'],
  [0x1c53bb6b, 'Cues'],
  [0x1254c367, 'Tags'],
  [0x1941a469, 'Attachments'],
  [0x1043a770, 'Chapters'],
  [0xec, 'Void'],
]);
const maxElements = 20_000;
/** Dates count nanoseconds from 2001 (RFC 9559). */
const epoch = Date.UTC(2001, 0, 1);

/** Reads the header and the segment information of a Matroska or WebM file (RFC 8794, RFC 9559); null when it is none. */
export function readMatroska(bytes: Buffer): ContainerReading | null {
  const header = elementAt(bytes, 0, bytes.length);
  if (header?.id !== ids.header) return null;
  const found = createCollector();
  const brands = [...elements(bytes, header.start, header.end)]
    .filter(({ id }) => id === ids.docType)
    .map(({ start, end }) => bytes.toString('latin1', start, end).replaceAll('\0', ''));
  const segment = elementAt(bytes, header.end, bytes.length);
  if (segment?.id === ids.segment) {
    for (const element of elements(bytes, segment.start, segment.end)) {
      found.addPart(names.get(element.id) ?? 'other');
      if (element.id === ids.info) readInfo(bytes, found, element);
    }
  }
  return {
    format: 'matroska',
    brands,
    layout: found.layout,
    texts: found.texts,
    textsLeftOut: found.countLeftOut(),
    times: found.times,
    isFragmented: false,
  };
}

interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

function readInfo(bytes: Buffer, found: Collector, info: Element): void {
  for (const { id, start, end } of elements(bytes, info.start, info.end)) {
    if (id === ids.muxer) found.addText('muxing program', bytes.toString('utf8', start, end));
    if (id === ids.writer) found.addText('writing program', bytes.toString('utf8', start, end));
    if (id === ids.date && end - start === 8)
      found.addTime('created', epoch + Number(bytes.readBigInt64BE(start) / 1_000_000n));
  }
}

function* elements(bytes: Buffer, start: number, end: number): Generator<Element> {
  let at = start;
  for (let count = 0; count < maxElements && at < end; count += 1) {
    const element = elementAt(bytes, at, end);
    if (element === null) return;
    yield element;
    at = element.end;
  }
}

/** An element whose size is not known reaches to the end of what holds it. */
function elementAt(bytes: Buffer, at: number, limit: number): Element | null {
  const idLength = lengthOf(bytes[at]);
  if (idLength === 0 || idLength > 4 || at + idLength >= limit) return null;
  const id = bytes.readUIntBE(at, idLength);
  const sizeAt = at + idLength;
  const sizeLength = lengthOf(bytes[sizeAt]);
  if (sizeLength === 0 || sizeAt + sizeLength > limit) return null;
  let size = (bytes[sizeAt] ?? 0) & (0xff >> sizeLength);
  let isUnknown = size === 0xff >> sizeLength;
  for (let i = 1; i < sizeLength; i += 1) {
    const byte = bytes[sizeAt + i] ?? 0;
    size = size * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  const start = sizeAt + sizeLength;
  return { id, start, end: isUnknown ? limit : Math.min(limit, start + size) };
}

/** Bytes of a number whose first byte tells its length by its leading zeros; 0 for none. */
function lengthOf(first: number | undefined): number {
  return first === undefined || first === 0 ? 0 : Math.clz32(first) - 23;
}
