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
export function encodeFingerprint(planes: Planes): EncodedFingerprint {
  const informationBits = countBits(predictPlane(planes.grey, greySide, informationStep));
  const excess = (informationBits / 8 - maxFingerprintBytes) / (greyLength / 8);
  // Twice the step saves a bit of each value, about.
  let step = Math.max(1, Math.min(maxStep, Math.round(informationStep * 2 ** excess)));
  let bytes = encodeAt(planes, step);
  while (bytes.length > maxFingerprintBytes && step < maxStep) bytes = encodeAt(planes, (step += 1));
  while (step > 1) {
    const finer = encodeAt(planes, step - 1);
    if (finer.length > maxFingerprintBytes) break;
    [bytes, step] = [finer, step - 1];
  }
  return { bytes, informationBits };
}

/** Returns the entropy of the codes, times their number. */
function countBits(codes: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  const bits = counts.reduce(
    (sum, count) => (count === 0 ? sum : sum - count * Math.log2(count / codes.length)),
    0,
  );
  return Math.round(bits);
}

/** @throws RangeError when the bytes are no fingerprint */
export function decodeFingerprint(bytes: Uint8Array): DecodedFingerprint {
  const step = bytes[1] ?? 0;
  if (bytes[0] !== version || step < 1) throw new RangeError('the bytes are no fingerprint of an image');
  const length = greyLength + 2 * colourLength;
  const codes = inflateRawSync(bytes.subarray(headerBytes), { maxOutputLength: length });
  if (codes.length !== length) throw new RangeError('the fingerprint of an image is cut off');
  const [blueStart, redStart] = [greyLength, greyLength + colourLength];
  return {
    step,
    grey: restorePlane(codes.subarray(0, blueStart), greySide, step),
    blue: restorePlane(codes.subarray(blueStart, redStart), colourSide, colourStep),
    red: restorePlane(codes.subarray(redStart), colourSide, colourStep),
  };
}

function encodeAt({ grey, blue, red }: Planes, step: number): Uint8Array {
  const codes = Buffer.concat([
    predictPlane(grey, greySide, step),
    predictPlane(blue, colourSide, colourStep),
    predictPlane(red, colourSide, colourStep),
  ]);
  return new Uint8Array(Buffer.concat([Uint8Array.of(version, step), pack(codes)]));
}

/** Differences have few repetitions: matching strings costs time and bytes. */
function pack(codes: Uint8Array): Buffer {
  return deflateRawSync(codes, { strategy: constants.Z_HUFFMAN_ONLY, memLevel: 9 });
}

function predictPlane(values: Uint8Array, side: number, step: number): Uint8Array {
  const levels = new Int16Array(values.length);
  const codes = new Uint8Array(values.length);
  for (let at = 0; at < levels.length; at += 1) {
    const level = Math.round((values[at] ?? 0) / step);
    levels[at] = level;
    // A difference of levels wraps at 256, which restoring undoes.
    const difference = ((level - predict(levels, at, side)) << 24) >> 24;
    codes[at] = (difference << 1) ^ (difference >> 31);
  }
  return codes;
}

function restorePlane(codes: Uint8Array, side: number, step: number): Uint8Array {
  const levels = new Int16Array(codes.length);
  const values = new Uint8Array(codes.length);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    levels[at] = (predict(levels, at, side) + ((code >> 1) ^ -(code & 1))) & 0xff;
    values[at] = Math.min(255, (levels[at] ?? 0) * step);
  }
  return values;
}

function predict(levels: Int16Array, at: number, side: number): number {
  const isFirstRow = at < side;
  if (at % side === 0) return isFirstRow ? 0 : (levels[at - side] ?? 0);
  const left = levels[at - 1] ?? 0;
  if (isFirstRow) return left;
  const above = levels[at - side] ?? 0;
  const corner = levels[at - side - 1] ?? 0;
  const smaller = left < above ? left : above;
  const larger = left < above ? above : left;
  if (corner >= larger) return smaller;
  return corner <= smaller ? larger : left + above - corner;
}
