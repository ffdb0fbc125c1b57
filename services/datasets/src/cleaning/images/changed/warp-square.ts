import { estimateRegistration } from '../confirm/register-planes.ts';
import { halvePlane } from '../confirm/read-planes.ts';
import type { Plane } from '../confirm/read-planes.ts';
import type { ImageWindow } from './hash-windows.ts';

export const wholeImage: ImageWindow = { left: 0, right: 1, top: 0, bottom: 1 };

/** Stretches a window of a plane to the size of the plane, bilinearly. A window with its ends exchanged is mirrored. */
export function stretchWindow({ samples, width, height }: Plane, window: ImageWindow): Plane {
  const columns = listPositions(width, window.left, window.right);
  const rows = listPositions(height, window.top, window.bottom);
  const stretched = new Uint8Array(samples.length);
  for (let row = 0; row < height; row += 1) {
    const y = rows[row] ?? 0;
    const upper = Math.floor(y) * width;
    const lower = Math.min(height - 1, Math.floor(y) + 1) * width;
    for (let column = 0; column < width; column += 1) {
      const x = columns[column] ?? 0;
      const from = Math.floor(x);
      const to = Math.min(width - 1, from + 1);
      const share = x - from;
      const above = (samples[upper + from] ?? 0) * (1 - share) + (samples[upper + to] ?? 0) * share;
      const below = (samples[lower + from] ?? 0) * (1 - share) + (samples[lower + to] ?? 0) * share;
      stretched[row * width + column] = above + (below - above) * (y - Math.floor(y)) + 0.5;
    }
  }
  return { samples: stretched, width, height };
}

function listPositions(size: number, start: number, end: number): Float64Array {
  return Float64Array.from({ length: size }, (_, at) => {
    const position = (start + ((end - start) * (at + 0.5)) / size) * size - 0.5;
    return Math.max(0, Math.min(size - 1, position));
  });
}

/** Halvings of the plane at which a window is refined: each finds displacements of up to 1.5 of its pixels. */
const levels: readonly number[] = [2, 1, 0, 0];

/**
 * Refines the window of a container that shows the same as another plane of the same size, from one that is up to 6 pixels beside it.
 * @param adjust changes the brightness of the window to that of the other plane
 */
export function refineWindow(
  container: Plane,
  content: Plane,
  { window, adjust }: { readonly window: ImageWindow; readonly adjust: (one: Plane, other: Plane) => Plane },
): ImageWindow {
  let found = window;
  for (const level of levels) {
    const shown = adjust(stretchWindow(container, found), content);
    const { x, y } = estimateRegistration(halve(shown, level), halve(content, level));
    const factor = 2 ** level;
    const horizontal = moveEnds([found.left, found.right], x, factor / container.width);
    const vertical = moveEnds([found.top, found.bottom], y, factor / container.height);
    found = { left: horizontal[0], right: horizontal[1], top: vertical[0], bottom: vertical[1] };
  }
  return found;
}

function halve(plane: Plane, times: number): Plane {
  return times === 0 ? plane : halve(halvePlane(plane), times - 1);
}

/** The registration says where the content is in the window; the ends of the window move the other way. */
function moveEnds(
  [start, end]: readonly [number, number],
  { offset, scale }: { readonly offset: number; readonly scale: number },
  pixel: number,
): readonly [number, number] {
  const length = end - start;
  return [start - (offset - scale) * pixel * length, end - (offset + scale) * pixel * length];
}
