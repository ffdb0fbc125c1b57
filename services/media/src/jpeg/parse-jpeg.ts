import { readApplicationSegments } from './application-segments.ts';
import { byteView } from '../bytes/byte-view.ts';
import { readFrame, readHuffmanTables, readQuantizationTables } from './coding-tables.ts';
import { findPreviews } from './embedded-previews.ts';
import type { HuffmanTable, JpegParse, JpegSegment, JpegStructure } from './jpeg-structure.ts';
import { walkSegments } from './walk-segments.ts';

/**
 * Reads the structure of a JPEG interchange file (ITU-T T.81, JFIF 1.02, Exif 2.32, CIPA DC-007) without decoding pixels.
 * Never throws; reads only inside `bytes`; linear in their number. A damaged file is still described as far as it can be
 * read: see `complete` and `problems`.
 */
export function parseJpeg(bytes: Uint8Array): JpegParse {
  const walk = walkSegments(bytes);
  if (walk === null) return { ok: false, reason: 'no start-of-image marker' };
  const frame = walk.segments.filter(isFrameHeader).map((segment) => readFrame(bytes, segment))[0] ?? null;
  if (frame === null) return { ok: false, reason: 'no readable frame header' };
  const of = (name: string): JpegSegment[] => walk.segments.filter((segment) => segment.name === name);
  const application = readApplicationSegments(bytes, walk.segments);
  const huffmanTables = of('DHT').flatMap((segment) => readHuffmanTables(bytes, segment));
  const jpeg: JpegStructure = {
    segments: walk.segments,
    frame,
    quantizationTables: of('DQT').flatMap((segment) => readQuantizationTables(bytes, segment)),
    huffmanTables,
    huffman: summarizeHuffman(huffmanTables),
    restartInterval:
      of('DRI')
        .map((segment) => byteView(bytes, segment.offset + 4).u16(0) ?? 0)
        .at(-1) ?? 0,
    scans: of('SOS').length,
    ...application,
    trailing: walk.trailing,
    previews: findPreviews(bytes, { segments: walk.segments, ...application }),
    complete: walk.complete,
    problems: walk.problems,
  };
  return { ok: true, jpeg };
}

/** SOF0..SOF15 without DHT, JPG and DAC, which share the range. */
function isFrameHeader(segment: JpegSegment): boolean {
  return segment.name.startsWith('SOF');
}

function summarizeHuffman(tables: readonly HuffmanTable[]): JpegStructure['huffman'] {
  if (tables.length === 0) return 'none';
  return tables.every((table) => table.standard) ? 'standard' : 'optimized';
}
