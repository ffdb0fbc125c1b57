import { applyTransform } from '../matching/transform.ts';
import type { RegisteredPair } from './region-grid.ts';

/** The share of a place that its counterpart may cover. Copies are put beside their source; what overlaps more is a period. */
const maxOverlap = 0.3;

/** Returns true for a pattern that repeats at a distance shorter than itself, as tiles, fabric and railings do. */
export function isPeriod(region: RegisteredPair): boolean {
  return measureOverlap(region) > maxOverlap;
}

/** Returns the share of the first place that lies within the second one, 0 to 1. */
export function measureOverlap({ frame, mask, transform }: RegisteredPair): number {
  let inside = 0;
  let both = 0;
  mask.forEach((isInside, index) => {
    if (isInside === 0) return;
    inside += 1;
    const x = frame.left + (index % frame.width) * frame.step;
    const y = frame.top + Math.floor(index / frame.width) * frame.step;
    const there = applyTransform(transform, { x, y });
    const column = Math.round((there.x - frame.left) / frame.step);
    const row = Math.round((there.y - frame.top) / frame.step);
    const isInFrame = column >= 0 && row >= 0 && column < frame.width && row < frame.height;
    if (isInFrame && mask[row * frame.width + column] === 1) both += 1;
  });
  return inside === 0 ? 0 : both / inside;
}
