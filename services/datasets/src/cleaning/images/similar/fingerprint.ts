import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { informationStep } from './image-features.ts';

/** Sides of the grey and of the colour planes of a fingerprint. The image is stretched to them, whatever its aspect. */
export const greySide = 128;
export const colourSide = 16;
const greyLength = greySide * greySide;
const colourLength = colourSide * colourSide;

/** Small planes of an upright image: 128 × 128 grey values, and Cb and Cr of 16 × 16 values around 128. */
export interface Planes {
  readonly grey: Uint8Array;
  readonly blue: Uint8Array;
  readonly red: Uint8Array;
}

export interface DecodedFingerprint extends Planes {
  /** Grey levels of one quantization step: values are exact within half of it. */
  readonly step: number;
}

/** Fingerprint bytes with the information of the image, in bits at `informationStep`. */
export interface EncodedFingerprint {
  readonly bytes: Uint8Array;
  readonly informationBits: number;
}

const maxFingerprintBytes = 6_000;
const headerBytes = 2;
const version = 1;
const colourStep = 2;
const maxStep = 128;

/**
 * Encodes the planes in at most 6,000 bytes: a version, the grey step, then deflated differences between each quantized value and
 * its prediction from three neighbours (the predictor of JPEG-LS, ITU-T T.87). The step is the smallest that fits, so that a dark or
 * flat image keeps each of its few grey levels.
 */
export function encodeFingerprint({ grey, blue, red }: Planes): EncodedFingerprint {
  const informationBits = Math.round(countBits(predictPlane(grey, greySide, informationStep)));
  const colours = [predictPlane(blue, colourSide, colourStep), predictPlane(red, colourSide, colourStep)];
  const encode = (step: number): Uint8Array | undefined =>
    encodeCodes(Buffer.concat([predictPlane(grey, greySide, step), ...colours]), step);
  const excess = (informationBits / 8 - maxFingerprintBytes) / (greyLength / 8);
  // Twice the step saves a bit of each value, about.
  let step = Math.max(1, Math.min(maxStep, Math.round(informationStep * 2 ** excess)));
  let bytes = encode(step);
  if (bytes === undefined) {
    while (bytes === undefined && step < maxStep) bytes = encode((step += 1));
    // With the largest step, each value takes about one bit, so that one step always fits.
    return { bytes: bytes ?? new Uint8Array(), informationBits };
  }
  while (step > 1) {
    const finer = encode(step - 1);
    if (finer === undefined) break;
    [bytes, step] = [finer, step - 1];
  }
  return { bytes, informationBits };
}

/** Returns the entropy of the codes, times their number. */
function countBits(codes: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= count * Math.log2(count / codes.length);
  return bits;
}

/** @throws RangeError when the bytes are no fingerprint */
export function decodeFingerprint(bytes: Uint8Array): DecodedFingerprint {
  const step = bytes[1] ?? 0;
  if (bytes[0] !== version || step < 1) throw new RangeError('the bytes are no fingerprint of an image');
  const length = greyLength + 2 * colourLength;
  const codes = inflateRawSync(bytes.subarray(headerBytes), { maxOutputLength: length });
  if (codes.length !== length) throw new RangeError('the fingerprint of an image is cut off');
  const blueStart = greyLength;
  const redStart = greyLength + colourLength;
  return {
    step,
    grey: restorePlane(codes.subarray(0, blueStart), greySide, step),
    blue: restorePlane(codes.subarray(blueStart, redStart), colourSide, colourStep),
    red: restorePlane(codes.subarray(redStart), colourSide, colourStep),
  };
}

/** Returns undefined if the fingerprint is too long. */
function encodeCodes(codes: Uint8Array, step: number): Uint8Array | undefined {
  // One Huffman code for all values takes at least their entropy, so most steps that are too fine are not packed.
  if (headerBytes + countBits(codes) / 8 > maxFingerprintBytes) return undefined;
  const bytes = new Uint8Array(Buffer.concat([Uint8Array.of(version, step), pack(codes)]));
  return bytes.length > maxFingerprintBytes ? undefined : bytes;
}

/** Differences have few repetitions: matching strings costs time and bytes. */
function pack(codes: Uint8Array): Buffer {
  return deflateRawSync(codes, { strategy: constants.Z_HUFFMAN_ONLY, memLevel: 9 });
}

function predictPlane(values: Uint8Array, side: number, step: number): Uint8Array {
  const quantized = new Int16Array(256);
  for (let value = 0; value < quantized.length; value += 1) quantized[value] = Math.round(value / step);
  // A row of zeros is above the first one, so that all rows are predicted alike.
  const levels = new Int16Array(values.length + side);
  const codes = new Uint8Array(values.length);
  for (let start = 0; start < codes.length; start += side) {
    // The value above stands for those that the first value of a row has no neighbours for.
    let left = levels[start] ?? 0;
    let corner = left;
    for (let at = start; at < start + side; at += 1) {
      const above = levels[at] ?? 0;
      const level = quantized[values[at] ?? 0] ?? 0;
      // A difference of levels wraps at 256, which restoring undoes.
      const difference = ((level - predict(left, above, corner)) << 24) >> 24;
      codes[at] = (difference << 1) ^ (difference >> 31);
      levels[at + side] = level;
      left = level;
      corner = above;
    }
  }
  return codes;
}

function restorePlane(codes: Uint8Array, side: number, step: number): Uint8Array {
  const levels = new Int16Array(codes.length + side);
  const values = new Uint8Array(codes.length);
  for (let start = 0; start < codes.length; start += side) {
    let left = levels[start] ?? 0;
    let corner = left;
    for (let at = start; at < start + side; at += 1) {
      const above = levels[at] ?? 0;
      const code = codes[at] ?? 0;
      const level = (predict(left, above, corner) + ((code >> 1) ^ -(code & 1))) & 0xff;
      levels[at + side] = level;
      values[at] = Math.min(255, level * step);
      left = level;
      corner = above;
    }
  }
  return values;
}

/** Predicts a value by the median of its left and upper neighbour and their plane through the corner. */
function predict(left: number, above: number, corner: number): number {
  const smaller = Math.min(left, above);
  const larger = Math.max(left, above);
  return Math.max(smaller, Math.min(larger, left + above - corner));
}
