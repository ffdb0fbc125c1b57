/** EXIF orientation, 1..8 (TIFF tag 0x0112). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface Size {
  readonly width: number;
  readonly height: number;
}

const swappingOrientations: readonly Orientation[] = [5, 6, 7, 8];

export function orientedSize({ width, height }: Size, orientation: Orientation): Size {
  return swappingOrientations.includes(orientation) ? { width: height, height: width } : { width, height };
}

/** A rectangle of a picture, in its pixels. */
export interface PixelBox extends Size {
  readonly x: number;
  readonly y: number;
}

/** Where a rectangle of the stored picture is in the displayed one. */
export function orientedBox(
  { x, y, width, height }: PixelBox,
  stored: Size,
  orientation: Orientation,
): PixelBox {
  const fromRight = stored.width - x - width;
  const fromBottom = stored.height - y - height;
  const isMirrored = [2, 3, 7, 8].includes(orientation);
  const isUpsideDown = [3, 4, 6, 7].includes(orientation);
  const across = isMirrored ? fromRight : x;
  const down = isUpsideDown ? fromBottom : y;
  return swappingOrientations.includes(orientation)
    ? { x: down, y: across, width: height, height: width }
    : { x: across, y: down, width, height };
}

/** Index of the stored pixel shown at each displayed pixel, row-major over the displayed picture. */
export function displayOrder(stored: Size, orientation: Orientation): Uint32Array {
  const shown = orientedSize(stored, orientation);
  const order = new Uint32Array(shown.width * shown.height);
  const indexAt = (x: number, y: number): number => {
    const [column, row] = storedPlace(stored, orientation, [x, y]);
    return row * stored.width + column;
  };
  const first = indexAt(0, 0);
  const across = indexAt(1, 0) - first;
  const down = indexAt(0, 1) - first;
  for (let y = 0, at = 0; y < shown.height; y++) {
    for (let x = 0; x < shown.width; x++, at++) order[at] = first + x * across + y * down;
  }
  return order;
}

function storedPlace(
  { width, height }: Size,
  orientation: Orientation,
  [x, y]: [number, number],
): [number, number] {
  switch (orientation) {
    case 1:
      return [x, y];
    case 2:
      return [width - 1 - x, y];
    case 3:
      return [width - 1 - x, height - 1 - y];
    case 4:
      return [x, height - 1 - y];
    case 5:
      return [y, x];
    case 6:
      return [y, height - 1 - x];
    case 7:
      return [width - 1 - y, height - 1 - x];
    case 8:
      return [width - 1 - y, x];
  }
}

export function toOrientation(value: unknown): Orientation {
  return ([1, 2, 3, 4, 5, 6, 7, 8] as const).find((known) => known === value) ?? 1;
}
