import { byteView } from '../bytes/byte-view.ts';
import type { ByteView } from '../bytes/byte-view.ts';
import type { ByteRange, JpegSegment } from './jpeg-structure.ts';

const maxSegments = 20_000;
const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;

export interface SegmentWalk {
  readonly segments: readonly JpegSegment[];
  readonly complete: boolean;
  readonly trailing: ByteRange | null;
  readonly problems: readonly string[];
}

/**
 * Lists the marker segments of ITU-T T.81 Annex B up to the first end-of-image marker. Every byte is looked at once.
 * Answers null when the bytes do not begin with a start-of-image marker.
 */
export function walkSegments(bytes: Uint8Array): SegmentWalk | null {
  const view = byteView(bytes);
  if (view.u16(0) !== 0xff00 + startOfImage) return null;
  const segments: JpegSegment[] = [{ marker: startOfImage, name: 'SOI', offset: 0, length: 2 }];
  const problems: string[] = [];
  let position = 2;
  while (segments.length < maxSegments) {
    const offset = nextMarker(bytes, position);
    if (offset === null) return { segments, complete: false, trailing: null, problems };
    if (offset.at > position)
      problems.push(`${String(offset.at - position)} stray bytes before offset ${String(offset.at)}`);
    const segment = segmentAt(view, bytes, offset.at);
    if (segment === null) {
      problems.push(`segment at offset ${String(offset.at)} runs past the end of the file`);
      return { segments, complete: false, trailing: null, problems };
    }
    segments.push(segment);
    position = segment.offset + segment.length;
    if (segment.marker === endOfImage)
      return { segments, complete: true, trailing: rangeAfter(bytes, position), problems };
  }
  problems.push(`more than ${String(maxSegments)} segments`);
  return { segments, complete: false, trailing: null, problems };
}

/** Fill bytes (0xFF before a marker) are lawful and skipped; anything else before a marker is stray. */
function nextMarker(bytes: Uint8Array, from: number): { at: number } | null {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && at + 1 < bytes.length) {
    const code = bytes[at + 1];
    if (code !== undefined && code !== 0 && code !== 0xff) return { at };
    at = code === 0xff ? at + 1 : bytes.indexOf(0xff, at + 2);
  }
  return null;
}

function segmentAt(view: ByteView, bytes: Uint8Array, offset: number): JpegSegment | null {
  const marker = view.u8(offset + 1);
  if (marker === null) return null;
  const name = markerName(marker);
  if (isBare(marker)) return { marker, name, offset, length: 2 };
  const size = view.u16(offset + 2);
  if (size === null || size < 2 || offset + 2 + size > view.length) return null;
  const headerEnd = offset + 2 + size;
  const end = marker === startOfScan ? endOfScan(bytes, headerEnd) : headerEnd;
  return { marker, name, offset, length: end - offset };
}

/** The entropy-coded data ends at the first marker that is neither a stuffed zero nor a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0) {
    const code = bytes[at + 1];
    if (code === undefined) return bytes.length;
    if (code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return at;
    at = bytes.indexOf(0xff, code === 0xff ? at + 1 : at + 2);
  }
  return bytes.length;
}

function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= endOfImage);
}

function rangeAfter(bytes: Uint8Array, offset: number): ByteRange | null {
  return offset < bytes.length ? { offset, length: bytes.length - offset } : null;
}

const markerNames: ReadonlyMap<number, string> = new Map([
  [0x01, 'TEM'],
  [0xc4, 'DHT'],
  [0xc8, 'JPG'],
  [0xcc, 'DAC'],
  [startOfImage, 'SOI'],
  [endOfImage, 'EOI'],
  [startOfScan, 'SOS'],
  [0xdb, 'DQT'],
  [0xdc, 'DNL'],
  [0xdd, 'DRI'],
  [0xde, 'DHP'],
  [0xdf, 'EXP'],
  [0xfe, 'COM'],
]);

function markerName(marker: number): string {
  const named = markerNames.get(marker);
  if (named !== undefined) return named;
  if (marker >= 0xc0 && marker <= 0xcf) return `SOF${String(marker - 0xc0)}`;
  if (marker >= 0xd0 && marker <= 0xd7) return `RST${String(marker - 0xd0)}`;
  if (marker >= 0xe0 && marker <= 0xef) return `APP${String(marker - 0xe0)}`;
  return `0x${marker.toString(16).toUpperCase()}`;
}
