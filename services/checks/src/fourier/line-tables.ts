/** Where each of `length` values goes when the bits of its index are reversed; `length` is a power of two. */
export function reversedBits(length: number): Uint32Array {
  const order = new Uint32Array(length);
  for (let i = 1; i < length; i++) order[i] = ((order[i >> 1] ?? 0) >> 1) | (i % 2 === 1 ? length / 2 : 0);
  return order;
}

/** The periodic window of Hann, which keeps the ends of what is cut out from showing in its spectrum. */
export function hannWindow(length: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length));
}
