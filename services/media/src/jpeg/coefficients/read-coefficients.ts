import { byteView } from '../../bytes/byte-view.ts';
import { readFrame, readQuantizationTables } from '../coding-tables.ts';
import type { JpegFrame, JpegSegment } from '../jpeg-structure.ts';
import { walkSegments } from '../walk-segments.ts';
import { decodeScan } from './decode-scan.ts';
import type { HuffmanCodeTables } from './huffman-codes.ts';
import { takeHuffmanTables } from './huffman-codes.ts';
import { createPlanes } from './planes.ts';
import type { CoefficientPlane } from './planes.ts';

/** One component as the file codes it. */
export interface ComponentCoefficients extends CoefficientPlane {
  /** 64 steps in natural order, in force when the component was first coded. */
  readonly steps: readonly number[];
}

export interface JpegCoefficients {
  readonly frame: JpegFrame;
  /** In the order of the frame header; luminance first in all usual files. */
  readonly components: readonly ComponentCoefficients[];
  /** What is damaged or missing; the coefficients there are 0. Empty for a sound file. */
  readonly problems: readonly string[];
}

export type CoefficientRead =
  { readonly ok: true; readonly jpeg: JpegCoefficients } | { readonly ok: false; readonly reason: string };

export interface CoefficientOptions {
  /** Which components to keep, by their place in the frame header; all where it says nothing. */
  readonly isWanted?: (index: number) => boolean;
}

/** Usual progressive files have about ten; each goes over the whole picture. */
const mostScans = 64;

/**
 * The quantized DCT coefficients of a JPEG (ITU-T T.81: baseline, extended sequential and progressive DCT with Huffman codes, 8
 * bits a sample, any sampling factors, with or without restart markers). Never throws; holds at most 128 MB; a damaged or
 * truncated file is read as far as it goes, from restart marker to restart marker.
 */
export function readCoefficients(
  bytes: Uint8Array,
  { isWanted = () => true }: CoefficientOptions = {},
): CoefficientRead {
  const walk = walkSegments(bytes);
  if (walk === null) return refused('no start-of-image marker');
  const header = walk.segments.find(({ name }) => name.startsWith('SOF'));
  const frame = header === undefined ? null : readFrame(bytes, header);
  if (frame === null) return refused('no readable frame header');
  if (frame.unusualProcess || frame.precision !== 8) return refused('the file is coded in an unusual way');
  if (frame.width === 0 || frame.height === 0) return refused('the frame header states no size');
  const planes = createPlanes(frame, isWanted);
  if (planes === null) return refused('the picture is too large, or its components are none');
  return { ok: true, jpeg: { frame, ...decodeScans(bytes, walk.segments, { frame, planes }) } };
}

function refused(reason: string): CoefficientRead {
  return { ok: false, reason };
}

type Decoded = Pick<JpegCoefficients, 'components' | 'problems'>;

/** Tables hold from where they stand until others take their place, so segments are gone through in order. */
function decodeScans(
  bytes: Uint8Array,
  segments: readonly JpegSegment[],
  { frame, planes }: { readonly frame: JpegFrame; readonly planes: readonly CoefficientPlane[] },
): Decoded {
  const tables: HuffmanCodeTables = new Map();
  const steps = new Map<number, readonly number[]>();
  const problems = new Set<string>();
  const stepsOf = new Map<CoefficientPlane, readonly number[]>();
  let restartInterval = 0;
  let scans = 0;
  for (const segment of segments) {
    if (segment.name === 'DHT') takeHuffmanTables(bytes, segment, tables);
    if (segment.name === 'DQT')
      for (const { id, values } of readQuantizationTables(bytes, segment)) steps.set(id, values);
    if (segment.name === 'DRI') restartInterval = byteView(bytes, segment.offset + 4).u16(0) ?? 0;
    if (segment.name !== 'SOS' || ++scans > mostScans) continue;
    for (const plane of planes) {
      const inForce = steps.get(plane.component.table);
      if (inForce !== undefined && !stepsOf.has(plane)) stepsOf.set(plane, inForce);
    }
    const problem = decodeScan(bytes, segment, { frame, planes, tables, restartInterval });
    if (problem !== null) problems.add(problem);
  }
  if (scans === 0) problems.add('the coded data are missing');
  if (scans > mostScans) problems.add(`more than ${String(mostScans)} scans`);
  const components = planes.map((plane) => ({ ...plane, steps: stepsOf.get(plane) ?? [] }));
  if (components.some((component) => component.steps.length === 0))
    problems.add('a quantization table is missing');
  return { components, problems: [...problems] };
}
