import { zigzag } from '../coding-tables.ts';
import { EntropyError, readBits, readSigned } from './bit-reader.ts';
import type { BitReader } from './bit-reader.ts';
import { readSymbol } from './huffman-codes.ts';
import type { HuffmanCodes } from './huffman-codes.ts';

/** What decoding one component of a scan needs, and what it remembers from block to block. */
export interface BlockState {
  readonly reader: BitReader;
  /** Missing where the scan codes none of the kind. */
  readonly dc: HuffmanCodes | undefined;
  readonly ac: HuffmanCodes | undefined;
  /** First and last coefficient of the band, in coded order, and the bit it begins at. */
  readonly first: number;
  readonly last: number;
  readonly lowBit: number;
  /** The last mean, from which the next one is coded as a difference. */
  prediction: number;
  /** Blocks left of a run whose bands have ended. */
  endedBlocks: number;
}

/** Decodes one block into 64 coefficients from `at`. */
export type BlockDecoder = (state: BlockState, out: Int16Array, at: number) => void;

const longestRun = 15;
const order = Uint8Array.from(zigzag);

/** All coefficients at once (ITU-T T.81, F.2.2). */
export function decodeSequential(state: BlockState, out: Int16Array, at: number): void {
  const { reader } = state;
  decodeFirstMean(state, out, at);
  const codes = tableOf(state.ac);
  for (let k = 1; k < 64; k++) {
    const symbol = readSymbol(reader, codes);
    const size = symbol & 15;
    if (size === 0 && symbol >> 4 !== longestRun) return;
    k += symbol >> 4;
    if (size === 0) continue;
    if (k > 63) throw new EntropyError('a block of the coded data has more than 64 coefficients');
    out[at + (order[k] ?? 0)] = readSigned(reader, size);
  }
}

/** The mean, to the bit the scan begins at (G.1.2.1). */
export function decodeFirstMean(state: BlockState, out: Int16Array, at: number): void {
  const size = readSymbol(state.reader, tableOf(state.dc));
  if (size > 16) throw new EntropyError('the coded data have a mean beyond all bounds');
  state.prediction += readSigned(state.reader, size);
  out[at] = state.prediction << state.lowBit;
}

/** One more bit of the mean. */
export function refineMean({ reader, lowBit }: BlockState, out: Int16Array, at: number): void {
  if (readBits(reader, 1) === 1) out[at] = (out[at] ?? 0) | (1 << lowBit);
}

/** A band of coefficients, to the bit the scan begins at (G.1.2.2). */
export function decodeFirstBand(state: BlockState, out: Int16Array, at: number): void {
  if (state.endedBlocks > 0) {
    state.endedBlocks--;
    return;
  }
  const { reader, last, lowBit } = state;
  const codes = tableOf(state.ac);
  for (let k = state.first; k <= last; k++) {
    const symbol = readSymbol(reader, codes);
    const run = symbol >> 4;
    const size = symbol & 15;
    if (size === 0 && run < longestRun) {
      state.endedBlocks = (1 << run) - 1 + readBits(reader, run);
      return;
    }
    k += run;
    if (size === 0) continue;
    if (k > 63) throw new EntropyError('a block of the coded data has more than 64 coefficients');
    out[at + (order[k] ?? 0)] = readSigned(reader, size) * (1 << lowBit);
  }
}

/** One more bit of a band (G.1.2.3): of what is not 0 already a bit each, and what becomes 1 or -1. */
export function refineBand(state: BlockState, out: Int16Array, at: number): void {
  const { reader, last, lowBit } = state;
  const codes = tableOf(state.ac);
  let k = state.first;
  while (k <= last && state.endedBlocks === 0) {
    const symbol = readSymbol(reader, codes);
    const run = symbol >> 4;
    const size = symbol & 15;
    if (size === 0 && run < longestRun) {
      state.endedBlocks = (1 << run) + readBits(reader, run);
      break;
    }
    const value = size === 0 ? 0 : (readBits(reader, 1) === 1 ? 1 : -1) * (1 << lowBit);
    k = refineUntil(state, out, { at, from: k, zeros: run });
    if (value !== 0 && k <= last) out[at + (order[k] ?? 0)] = value;
    k++;
  }
  if (state.endedBlocks === 0) return;
  refineUntil(state, out, { at, from: k, zeros: 64 });
  state.endedBlocks--;
}

interface Stretch {
  readonly at: number;
  readonly from: number;
  /** How many zeros to step over. */
  readonly zeros: number;
}

/** Refines what is not 0, up to the zero after so many zeros; answers its place, or the one after the band. */
function refineUntil(
  { reader, last, lowBit }: BlockState,
  out: Int16Array,
  { at, from, zeros }: Stretch,
): number {
  let left = zeros;
  for (let k = from; k <= last; k++) {
    const place = at + (order[k] ?? 0);
    const value = out[place] ?? 0;
    if (value === 0) {
      if (left === 0) return k;
      left--;
    } else if (readBits(reader, 1) === 1 && (Math.abs(value) & (1 << lowBit)) === 0) {
      out[place] = value + (value > 0 ? 1 << lowBit : -(1 << lowBit));
    }
  }
  return last + 1;
}

function tableOf(codes: HuffmanCodes | undefined): HuffmanCodes {
  if (codes === undefined) throw new EntropyError('a code table is missing');
  return codes;
}
