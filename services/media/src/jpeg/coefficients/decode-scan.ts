import { byteView } from '../../bytes/byte-view.ts';
import type { JpegFrame, JpegSegment } from '../jpeg-structure.ts';
import { createBitReader, EntropyError, isPastEnd, skipToRestart } from './bit-reader.ts';
import type { BitReader } from './bit-reader.ts';
import {
  decodeFirstBand,
  decodeFirstMean,
  decodeSequential,
  refineBand,
  refineMean,
} from './decode-blocks.ts';
import type { BlockDecoder, BlockState } from './decode-blocks.ts';
import type { HuffmanCodeTables } from './huffman-codes.ts';
import { mostFactors } from './planes.ts';
import type { CoefficientPlane } from './planes.ts';

/** What holds for a scan beside its own bytes. */
export interface ScanSurroundings {
  readonly frame: JpegFrame;
  readonly planes: readonly CoefficientPlane[];
  readonly tables: HuffmanCodeTables;
  /** Coded units between restart markers; 0 where there are none. */
  readonly restartInterval: number;
}

interface ScanPart {
  readonly plane: CoefficientPlane;
  readonly state: BlockState;
}

interface Scan {
  readonly parts: readonly ScanPart[];
  readonly reader: BitReader;
  readonly decode: BlockDecoder;
}

/** Decodes one scan into the planes; answers what is wrong with it, or null. What was decoded before the fault stays. */
export function decodeScan(bytes: Uint8Array, segment: JpegSegment, around: ScanSurroundings): string | null {
  const scan = openScan(bytes, segment, around);
  if (scan === null) return 'a scan header cannot be read';
  if (scan.parts.every(({ plane }) => plane.coefficients.length === 0)) return null;
  const [only] = scan.parts;
  const units =
    scan.parts.length === 1 && only !== undefined
      ? { count: only.plane.blocksWide * only.plane.blocksHigh, decode: decodeBlockOf(scan, only) }
      : { count: unitsOf(around), decode: decodeUnitOf(scan, around) };
  return decodeUnits(scan, units, around.restartInterval);
}

interface Units {
  readonly count: number;
  readonly decode: (index: number) => void;
}

function decodeUnits(
  { reader, parts }: Scan,
  { count, decode }: Units,
  restartInterval: number,
): string | null {
  const interval = restartInterval > 0 ? restartInterval : count;
  let problem: string | null = null;
  for (let from = 0; from < count; from += interval) {
    if (from > 0 && !skipToRestart(reader)) return problem ?? 'the coded data end too early';
    for (const { state } of parts) state.prediction = state.endedBlocks = 0;
    problem = decodeInterval(reader, decode, [from, Math.min(count, from + interval)]) ?? problem;
  }
  return problem;
}

function decodeInterval(
  reader: BitReader,
  decode: Units['decode'],
  [from, to]: readonly [number, number],
): string | null {
  try {
    for (let index = from; index < to; index++) {
      decode(index);
      if (isPastEnd(reader)) return 'the coded data end too early';
    }
    return null;
  } catch (cause) {
    if (cause instanceof EntropyError) return cause.message;
    throw cause;
  }
}

/** A scan of one component codes just the blocks that hold a part of the picture (ITU-T T.81, A.2.2). */
function decodeBlockOf({ decode }: Scan, { plane, state }: ScanPart): Units['decode'] {
  const { blocksWide, stride, coefficients } = plane;
  return (index) => {
    decode(state, coefficients, (Math.floor(index / blocksWide) * stride + (index % blocksWide)) * 64);
  };
}

function unitsOf({ frame }: ScanSurroundings): number {
  const most = mostFactors(frame.components);
  return Math.ceil(frame.width / (8 * most.horizontal)) * Math.ceil(frame.height / (8 * most.vertical));
}

/** A scan of several components codes them in turn, as many blocks of each as its factors say (A.2.3). */
function decodeUnitOf({ decode, parts }: Scan, { frame }: ScanSurroundings): Units['decode'] {
  const unitsWide = Math.ceil(frame.width / (8 * mostFactors(frame.components).horizontal));
  const unwanted = new Int16Array(64);
  return (index) => {
    const column = index % unitsWide;
    const row = Math.floor(index / unitsWide);
    for (const { plane, state } of parts) {
      const { component, stride, coefficients } = plane;
      const { horizontal, vertical } = component;
      for (let block = 0; block < horizontal * vertical; block++) {
        const y = row * vertical + Math.floor(block / horizontal);
        const at = (y * stride + column * horizontal + (block % horizontal)) * 64;
        if (coefficients.length > 0) decode(state, coefficients, at);
        else decode(state, unwanted, 0);
      }
    }
  };
}

function openScan(
  bytes: Uint8Array,
  segment: JpegSegment,
  { frame, planes, tables }: ScanSurroundings,
): Scan | null {
  const view = byteView(bytes, segment.offset + 4, segment.length - 4);
  const count = view.u8(0) ?? 0;
  const header = view.slice(1, 2 * count + 3);
  if (header === null || count === 0 || count > 4) return null;
  const [first = 0, last = 63, bits = 0] = header.subarray(2 * count);
  const reader = createBitReader(bytes, view.start + 1 + header.length, segment.offset + segment.length);
  const band = frame.progressive
    ? { first, last: Math.min(63, last), lowBit: bits & 15 }
    : { first: 0, last: 63, lowBit: 0 };
  const parts = Array.from({ length: count }, (_, i) => {
    const [id = 0, table = 0] = header.subarray(2 * i, 2 * i + 2);
    const plane = planes.find(({ component }) => component.id === id);
    const codes = { dc: tables.get(table >> 4), ac: tables.get(0x10 | (table & 15)) };
    return plane && { plane, state: { reader, ...codes, ...band, prediction: 0, endedBlocks: 0 } };
  });
  const known = parts.filter((part) => part !== undefined);
  const decode = decoderOf(frame.progressive, { first, isRefining: bits >> 4 !== 0 });
  return known.length === count ? { parts: known, reader, decode } : null;
}

function decoderOf(
  isProgressive: boolean,
  { first, isRefining }: { readonly first: number; readonly isRefining: boolean },
): BlockDecoder {
  if (!isProgressive) return decodeSequential;
  if (first === 0) return isRefining ? refineMean : decodeFirstMean;
  return isRefining ? refineBand : decodeFirstBand;
}
