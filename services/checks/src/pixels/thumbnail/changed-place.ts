import type { FindingLocation } from '../../check/check.ts';
import { cellBounds } from '../planes/cell-bounds.ts';
import { boxLocation } from '../drawings/place-box.ts';
import { orientedBox, orientedSize } from '../planes/orientation.ts';
import type { Orientation, Size } from '../planes/orientation.ts';
import type { PreviewComparison } from './compare-preview.ts';

/** Turning back: a quarter turn is undone by the other one, everything else by itself. */
const undone: Readonly<Partial<Record<Orientation, Orientation>>> = { 6: 8, 8: 6 };

/**
 * Where the picture differs from its preview, as the picture is displayed.
 * @param stored size of the picture in pixels
 * @param reduced size to which it was reduced for the comparison
 */
export function changedPlace(
  { difference, preview, orientation, registration }: PreviewComparison,
  {
    stored,
    reduced,
    displayed,
  }: { readonly stored: Size; readonly reduced: Size; readonly displayed: Orientation },
): FindingLocation {
  const inside = [...difference.mask.keys()].filter((index) => difference.mask[index] === 1);
  const { left, right, top, bottom } = cellBounds(inside, preview.width);
  const { scaleX, scaleY, shiftX, shiftY } = registration.placement;
  const turned = orientedSize(stored, orientation);
  const { width, height } = orientedSize(reduced, orientation);
  const across = turned.width / width;
  const down = turned.height / height;
  const box = {
    x: (scaleX * left + shiftX) * across,
    y: (scaleY * top + shiftY) * down,
    width: scaleX * (right + 1 - left) * across,
    height: scaleY * (bottom + 1 - top) * down,
  };
  const inStored = orientedBox(box, turned, undone[orientation] ?? orientation);
  return boxLocation(inStored, stored, displayed);
}
