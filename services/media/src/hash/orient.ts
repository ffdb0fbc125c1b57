/**
 * Turns a square of one-byte samples upright by its EXIF orientation (EXIF 2.32 §4.6.4, tag 0x0112). Unknown values leave it.
 * @param orientation 1 to 8
 */
export function orient(samples: Uint8Array, side: number, orientation: number): Uint8Array {
  const last = side - 1;
  const source = (x: number, y: number): readonly [number, number] => {
    switch (orientation) {
      case 2:
        return [last - x, y];
      case 3:
        return [last - x, last - y];
      case 4:
        return [x, last - y];
      case 5:
        return [y, x];
      case 6:
        return [y, last - x];
      case 7:
        return [last - y, last - x];
      case 8:
        return [last - y, x];
      default:
        return [x, y];
    }
  };
  return Uint8Array.from({ length: side * side }, (_, index) => {
    const [x, y] = source(index % side, Math.floor(index / side));
    return samples[y * side + x] ?? 0;
  });
}
