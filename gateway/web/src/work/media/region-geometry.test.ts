import { describe, expect, it } from 'vitest';
import { moveRect, resizeRect, spanRect } from './region-geometry.ts';
import { pan, reveal, wholeFile, zoomAt } from './zoom.ts';

describe('a region', () => {
  it('spans two opposite corners in any order, within the file', () => {
    const expected = { x: 0.2, y: 0, width: 0.3, height: 0.6 };
    expect(spanRect({ x: 0.2, y: -0.4 }, { x: 0.5, y: 0.6 })).toEqual(expected);
    expect(spanRect({ x: 0.5, y: 0.6 }, { x: 0.2, y: -0.4 })).toEqual(expected);
    expect(spanRect({ x: 0.2, y: 0.2 }, { x: 0.201, y: 0.9 })).toBeUndefined();
  });

  it('stays within the file when it is moved', () => {
    const rect = { x: 0.7, y: 0.1, width: 0.2, height: 0.2 };
    expect(moveRect(rect, { x: 0.5, y: -0.5 })).toEqual({ x: 0.8, y: 0, width: 0.2, height: 0.2 });
  });

  it('keeps the opposite corner and a least size when it is resized', () => {
    const rect = { x: 0.2, y: 0.2, width: 0.4, height: 0.4 };
    expect(resizeRect(rect, 'nw', { x: 0.1, y: -0.1 })).toEqual({ x: 0.3, y: 0.1, width: 0.3, height: 0.5 });
    expect(resizeRect(rect, 'se', { x: 9, y: -9 })).toEqual({ x: 0.2, y: 0.2, width: 0.8, height: 0.005 });
  });

  it('never reaches over the edge, whatever is rounded', () => {
    for (let step = 0; step < 1_000; step++) {
      const one = { x: Math.sin(step), y: Math.cos(step * 3) };
      const rect = spanRect(one, { x: one.x + 0.37, y: one.y + 1 / 3 }) ?? wholeRect;
      for (const next of [
        rect,
        moveRect(rect, one),
        resizeRect(rect, 'se', one),
        resizeRect(rect, 'nw', one),
      ]) {
        expect(Math.min(next.x, next.y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(next.x + next.width, next.y + next.height)).toBeLessThanOrEqual(1 + 1e-9);
      }
    }
  });
});

const wholeRect = { x: 0, y: 0, width: 1, height: 1 };

describe('a zoomed file', () => {
  it('keeps the point at which it is zoomed, and covers its stage', () => {
    const zoom = zoomAt(wholeFile, 2, { x: 0.25, y: 0.5 });
    expect(zoom).toEqual({ scale: 2, x: -0.25, y: -0.5 });
    expect(pan(zoom, { x: 9, y: -9 })).toEqual({ scale: 2, x: 0, y: -1 });
    expect(zoomAt(zoom, 0.1, { x: 0, y: 0 })).toEqual({ scale: 1, x: 0, y: 0 });
  });

  it('is panned to the cursor', () => {
    const { x, scale } = reveal({ scale: 4, x: 0, y: 0 }, { x: 0.9, y: 0.1 });
    expect(x + 0.9 * scale).toBeCloseTo(0.9);
  });
});
