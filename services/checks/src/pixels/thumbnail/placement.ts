import type { Plane } from '../planes/plane.ts';

/** Where a pixel of the preview lies in the picture: `x' = scaleX*x + shiftX`, `y' = scaleY*y + shiftY`, in pixels. */
export interface Placement {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

/** The picture as the preview would show it, NaN outside. */
export function place({ width, height }: Plane, picture: Plane, placement: Placement): Plane {
  const placed = { width, height, values: new Float32Array(width * height) };
  placeInto(placed, picture, { placement, every: 1 });
  return placed;
}

/** The same into a plane that is there, one of so many pixels; the others stay as they are. Bilinear. */
export function placeInto(
  { width, height, values: out }: Plane,
  { width: wide, height: high, values }: Plane,
  { placement, every }: { readonly placement: Placement; readonly every: number },
): void {
  const { scaleX, scaleY, shiftX, shiftY } = placement;
  const columns = placesOn(wide, { count: width, scale: scaleX, shift: shiftX });
  const rows = placesOn(high, { count: height, scale: scaleY, shift: shiftY });
  for (let y = 0; y < height; y++) {
    const row = rows.before[y] ?? outside;
    const down = rows.share[y] ?? 0;
    const first = y * width;
    const skipped = (every - (first % every)) % every;
    for (let x = skipped; x < width; x += every) {
      const column = columns.before[x] ?? outside;
      if (row === outside || column === outside) {
        out[first + x] = Number.NaN;
        continue;
      }
      const right = columns.share[x] ?? 0;
      const at = row * wide + column;
      const upper = (values[at] ?? 0) * (1 - right) + (values[at + 1] ?? 0) * right;
      const lower = (values[at + wide] ?? 0) * (1 - right) + (values[at + wide + 1] ?? 0) * right;
      out[first + x] = upper * (1 - down) + lower * down;
    }
  }
}

const outside = -1;

/** Along one axis: the pixel of the picture before each place, or `outside`, and the share of the one behind it. */
interface AxisPlaces {
  readonly before: Int32Array;
  readonly share: Float64Array;
}

function placesOn(
  length: number,
  { count, scale, shift }: { readonly count: number; readonly scale: number; readonly shift: number },
): AxisPlaces {
  const before = new Int32Array(count);
  const share = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const position = scale * (i + 0.5) + shift - 0.5;
    const isOutside = position < -0.5 || position > length - 0.5;
    const pixel = Math.max(0, Math.min(length - 2, Math.floor(position)));
    before[i] = isOutside ? outside : pixel;
    share[i] = Math.max(0, Math.min(1, position - pixel));
  }
  return { before, share };
}
