import type { FindingLocation } from '../../check/check.ts';
import { cellBounds } from '../planes/cell-bounds.ts';
import { orientedBox } from '../planes/orientation.ts';
import type { Orientation, PixelBox, Size } from '../planes/orientation.ts';
import type { Place } from './draw-place.ts';

/** The rectangle around a place, as the picture is displayed; null where the place is nowhere. */
export function placeLocation(
  { width, height, data }: Place,
  stored: Size,
  orientation: Orientation,
): FindingLocation | null {
  const inside = [...data.keys()].filter((index) => data[index] === 1);
  const { left, right, top, bottom } = cellBounds(inside, width);
  if (right < left) return null;
  const across = stored.width / width;
  const down = stored.height / height;
  const box = {
    x: left * across,
    y: top * down,
    width: (right + 1 - left) * across,
    height: (bottom + 1 - top) * down,
  };
  return boxLocation(box, stored, orientation);
}

/** A rectangle of the stored picture as a place of a finding: within the picture, in whole pixels, as displayed. */
export function boxLocation(
  { x, y, width, height }: PixelBox,
  stored: Size,
  orientation: Orientation,
): FindingLocation {
  const within = (value: number, end: number): number => Math.round(Math.min(Math.max(0, value), end));
  const left = within(x, stored.width);
  const top = within(y, stored.height);
  const right = within(x + width, stored.width);
  const bottom = within(y + height, stored.height);
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  return { boundingBox: orientedBox(box, stored, orientation) };
}
