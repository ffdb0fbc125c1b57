import { UndecodableError } from '../limits/undecodable-error.ts';

interface RleImage {
  readonly width: number;
  readonly height: number;
  readonly encoding: 'rle8' | 'rle4';
}

/**
 * Expands BI_RLE8 and BI_RLE4 data into one palette index a byte, bottom row first. Pixels that the data skips stay 0.
 * Every write is checked against the image and every read against the data.
 * @throws UndecodableError when the data ends before its end-of-bitmap mark or runs past the last row
 */
export function expandRle(data: Uint8Array, { width, height, encoding }: RleImage): Uint8Array {
  const indices = new Uint8Array(width * height);
  const perByte = encoding === 'rle4' ? 2 : 1;
  let at = 0;
  let x = 0;
  let y = 0;
  const next = (): number => {
    const byte = data[at];
    if (byte === undefined) throw cut();
    at += 1;
    return byte;
  };
  const put = (value: number): void => {
    if (y >= height)
      throw new UndecodableError('the file could not be decoded: its rows exceed the stated height');
    if (x < width) indices[y * width + x] = value;
    x += 1;
  };
  const putFrom = (byte: number, index: number): void => {
    put(perByte === 1 ? byte : index % 2 === 0 ? byte >> 4 : byte & 0x0f);
  };
  const putLiterals = (count: number): void => {
    const byteCount = Math.ceil(count / perByte);
    for (let index = 0, byte = 0; index < count; index += 1) {
      if (index % perByte === 0) byte = next();
      putFrom(byte, index);
    }
    if (byteCount % 2 === 1) at += 1;
  };
  for (;;) {
    if (y >= height && at >= data.length) return indices;
    const count = next();
    const value = next();
    if (count > 0) for (let index = 0; index < count; index += 1) putFrom(value, index);
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) return indices;
    else if (value === 2) [x, y] = [x + next(), y + next()];
    else putLiterals(value);
  }
}

function cut(): UndecodableError {
  return new UndecodableError('the file could not be decoded: its pixel data is cut off');
}
