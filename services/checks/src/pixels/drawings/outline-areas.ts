import type { PixelBox } from '../planes/orientation.ts';

const orange = [255, 138, 0] as const;
/** Pixels about an area, and of the line around it. */
const margin = 4;
const line = 3;

/** Pixels of a drawing, row by row; RGB or RGBA of 8 bits. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

/** A copy of the drawing with an orange line around each area. */
export function outlineAreas({ width, height, channels, data }: Drawing, areas: readonly PixelBox[]): Buffer {
  const drawn = Buffer.from(data);
  const paint = (x: number, y: number): void => {
    if (x >= 0 && x < width && y >= 0 && y < height) drawn.set(orange, (y * width + x) * channels);
  };
  for (const area of areas) {
    const left = area.x - margin;
    const top = area.y - margin;
    const right = area.x + area.width + margin;
    const bottom = area.y + area.height + margin;
    for (let thick = 0; thick < line; thick += 1) {
      for (let x = left; x <= right; x += 1) [top - thick, bottom + thick].forEach((y) => paint(x, y));
      for (let y = top; y <= bottom; y += 1) [left - thick, right + thick].forEach((x) => paint(x, y));
    }
  }
  return drawn;
}
