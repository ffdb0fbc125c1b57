/** Adds power spectra of square tiles. */
export interface PlaneTransform {
  /** Adds the power spectrum of `tile` under a Hann window, times `weight`, to `power`; the tile is left as it was. */
  addPower(tile: Float32Array, power: Float32Array, weight: number): void;
}

/** Fourier transform of squares of `side` (a power of two): Cooley and Tukey, 1965, along rows and then along columns. */
export function createTransform(side: number): PlaneTransform {
  const window = Float32Array.from(
    { length: side },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / side),
  );
  const [real, imaginary] = [new Float32Array(side * side), new Float32Array(side * side)];
  const transformLine = createLineTransform(side);
  return {
    addPower(tile, power, weight) {
      for (let y = 0, at = 0; y < side; y++)
        for (let x = 0; x < side; x++, at++) real[at] = (tile[at] ?? 0) * (window[x] ?? 0) * (window[y] ?? 0);
      imaginary.fill(0);
      for (let line = 0; line < side; line++)
        transformLine(real, imaginary, { start: line * side, stride: 1 });
      for (let line = 0; line < side; line++) transformLine(real, imaginary, { start: line, stride: side });
      for (let at = 0; at < power.length; at++)
        power[at] = (power[at] ?? 0) + weight * ((real[at] ?? 0) ** 2 + (imaginary[at] ?? 0) ** 2);
    },
  };
}

interface Line {
  readonly start: number;
  readonly stride: number;
}

function createLineTransform(length: number) {
  const cosines = Float32Array.from({ length: length / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / length));
  const sines = Float32Array.from({ length: length / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / length));
  const order = new Uint16Array(length);
  for (let i = 1; i < length; i++) order[i] = ((order[i >> 1] ?? 0) >> 1) | (i % 2 === 1 ? length / 2 : 0);
  const [re, im] = [new Float32Array(length), new Float32Array(length)];

  return (real: Float32Array, imaginary: Float32Array, { start, stride }: Line): void => {
    for (let i = 0, at = start; i < length; i++, at += stride) {
      re[order[i] ?? 0] = real[at] ?? 0;
      im[order[i] ?? 0] = imaginary[at] ?? 0;
    }
    for (let half = 1; half < length; half *= 2) {
      for (let first = 0; first < length; first += 2 * half) {
        for (let k = 0, turn = 0; k < half; k++, turn += length / (2 * half)) {
          const [low, high] = [first + k, first + k + half];
          const [c, s, x, y] = [cosines[turn] ?? 0, sines[turn] ?? 0, re[high] ?? 0, im[high] ?? 0];
          const [turnedRe, turnedIm] = [x * c - y * s, x * s + y * c];
          re[high] = (re[low] ?? 0) - turnedRe;
          im[high] = (im[low] ?? 0) - turnedIm;
          re[low] = (re[low] ?? 0) + turnedRe;
          im[low] = (im[low] ?? 0) + turnedIm;
        }
      }
    }
    for (let i = 0, at = start; i < length; i++, at += stride) {
      real[at] = re[i] ?? 0;
      imaginary[at] = im[i] ?? 0;
    }
  };
}
