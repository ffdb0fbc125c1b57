import type { FindingLocation } from '../../check.ts';
import { orientedBox } from '../orientation.ts';
import type { Orientation, PixelBox, Size } from '../orientation.ts';
import type { Place } from './draw-place.ts';

/** The rectangle around a place, as the picture is displayed; null where the place is nowhere. */
export function placeLocation(
  { width, height, data }: Place,
  stored: Size,
  orientation: Orientation,
): FindingLocation | null {
  const at = [...data.keys()].filter((index) => data[index] === 1);
  if (at.length === 0) return null;
  const columns = at.map((index) => index % width);
  const rows = at.map((index) => Math.floor(index / width));
  const [left, right] = [leastOf(columns), mostOf(columns) + 1];
  const [top, bottom] = [leastOf(rows), mostOf(rows) + 1];
  const [across, down] = [stored.width / width, stored.height / height];
  const box = {
    x: left * across,
    y: top * down,
    width: (right - left) * across,
    height: (bottom - top) * down,
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
  const [left, top] = [within(x, stored.width), within(y, stored.height)];
  const [right, bottom] = [within(x + width, stored.width), within(y + height, stored.height)];
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  return { boundingBox: orientedBox(box, stored, orientation) };
}

function leastOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function mostOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
