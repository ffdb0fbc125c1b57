import { reversedBits } from './line-tables.ts';

/** A plane of complex numbers, row-major; both sides are powers of two. */
export interface ComplexPlane {
  readonly width: number;
  readonly height: number;
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
}

/** The Fourier transform of a plane (Cooley and Tukey 1965), not scaled and with its axes exchanged; `plane` is used up. */
export function transformPlane(plane: ComplexPlane): ComplexPlane {
  transformColumns(plane);
  const turned = exchangeAxes(plane);
  transformColumns(turned);
  return turned;
}

/** What `transformPlane` made its result of; `spectrum` is used up. */
export function restorePlane({ width, height, real, imaginary }: ComplexPlane): ComplexPlane {
  const swapped = transformPlane({ width, height, real: imaginary, imaginary: real });
  const restored = { ...swapped, real: swapped.imaginary, imaginary: swapped.real };
  const scale = 1 / (width * height);
  for (let i = 0; i < width * height; i++) {
    restored.real[i] = (restored.real[i] ?? 0) * scale;
    restored.imaginary[i] = (restored.imaginary[i] ?? 0) * scale;
  }
  return restored;
}

/** All columns at once: a butterfly takes two whole rows, which memory gives fastest. */
function transformColumns(plane: ComplexPlane): void {
  const { width, height } = plane;
  reorderRows(plane);
  for (let half = 1; half < height; half *= 2) {
    for (let k = 0; k < half; k++) {
      const turn = { cosine: Math.cos((Math.PI * k) / half), sine: -Math.sin((Math.PI * k) / half) };
      for (let low = k; low < height; low += 2 * half)
        joinRows(plane, [low * width, (low + half) * width], turn);
    }
  }
}

function joinRows(
  { width, real, imaginary }: ComplexPlane,
  [low, high]: readonly [number, number],
  { cosine, sine }: { readonly cosine: number; readonly sine: number },
): void {
  for (let x = 0; x < width; x++) {
    const re = real[high + x] ?? 0;
    const im = imaginary[high + x] ?? 0;
    const turnedRe = re * cosine - im * sine;
    const turnedIm = re * sine + im * cosine;
    const lowRe = real[low + x] ?? 0;
    const lowIm = imaginary[low + x] ?? 0;
    real[high + x] = lowRe - turnedRe;
    imaginary[high + x] = lowIm - turnedIm;
    real[low + x] = lowRe + turnedRe;
    imaginary[low + x] = lowIm + turnedIm;
  }
}

/** Puts row `i` where the bits of `i` stand reversed. */
function reorderRows({ width, height, real, imaginary }: ComplexPlane): void {
  for (const [i, to] of reversedBits(height).entries()) {
    if (to <= i) continue;
    for (const values of [real, imaginary]) {
      const kept = values.slice(i * width, (i + 1) * width);
      values.copyWithin(i * width, to * width, (to + 1) * width);
      values.set(kept, to * width);
    }
  }
}

const tile = 32;

function exchangeAxes({ width, height, real, imaginary }: ComplexPlane): ComplexPlane {
  const turn = (from: Float32Array): Float32Array => {
    const out = new Float32Array(from.length);
    for (let top = 0; top < height; top += tile) {
      const bottom = Math.min(height, top + tile);
      for (let x = 0; x < width; x++)
        for (let y = top; y < bottom; y++) out[x * height + y] = from[y * width + x] ?? 0;
    }
    return out;
  };
  return { width: height, height: width, real: turn(real), imaginary: turn(imaginary) };
}
