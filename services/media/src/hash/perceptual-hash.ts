/** Side of the grey picture that {@link perceptualHash} reads. */
export const hashSide = 32;
const keptSide = 8;

/**
 * The 64 bit DCT hash of a picture (C. Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions", 2010,
 * §3.2.2): the 8 × 8 lowest frequencies of a 32 × 32 DCT without its first row and column, each compared with their median.
 * @param grey 32 × 32 grey values, row by row, upright
 * @returns 16 lower-case hexadecimal digits; the lowest frequencies are the highest bits
 * @throws RangeError when there are not exactly 1,024 values
 */
export function perceptualHash(grey: Uint8Array): string {
  if (grey.length !== hashSide * hashSide)
    throw new RangeError(`expected ${hashSide * hashSide} grey values`);
  const coefficients = lowFrequencies(grey);
  const sorted = coefficients.toSorted((a, b) => a - b);
  const median = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2;
  let bits = 0n;
  for (const coefficient of coefficients) bits = (bits << 1n) | (coefficient > median ? 1n : 0n);
  return bits.toString(16).padStart(16, '0');
}

/**
 * How many of 64 bits differ: up to about 10 the same picture resaved or resized, around 32 unrelated ones.
 * @throws RangeError when a hash is not 16 hexadecimal digits
 */
export function hammingDistance(a: string, b: string): number {
  if (!isHash(a) || !isHash(b)) throw new RangeError('a perceptual hash has 16 hexadecimal digits');
  let difference = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let distance = 0;
  for (; difference !== 0n; difference &= difference - 1n) distance += 1;
  return distance;
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{16}$/i.test(text);
}

const cosines = Float64Array.from({ length: keptSide * hashSide }, (_, index) => {
  const frequency = Math.floor(index / hashSide) + 1;
  const position = index % hashSide;
  return Math.cos(((2 * position + 1) * frequency * Math.PI) / (2 * hashSide));
});

function lowFrequencies(grey: Uint8Array): Float64Array {
  const rows = new Float64Array(hashSide * keptSide);
  for (let y = 0; y < hashSide; y += 1) {
    for (let u = 0; u < keptSide; u += 1) {
      let sum = 0;
      for (let x = 0; x < hashSide; x += 1)
        sum += (grey[y * hashSide + x] ?? 0) * (cosines[u * hashSide + x] ?? 0);
      rows[y * keptSide + u] = sum;
    }
  }
  return Float64Array.from({ length: keptSide * keptSide }, (_, index) => {
    const v = Math.floor(index / keptSide);
    const u = index % keptSide;
    let sum = 0;
    for (let y = 0; y < hashSide; y += 1)
      sum += (rows[y * keptSide + u] ?? 0) * (cosines[v * hashSide + y] ?? 0);
    return sum;
  });
}
