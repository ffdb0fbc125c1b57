import type { MarkedRegion } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';

/** A region with its number in the lists. */
export interface NumberedRegion {
  readonly number: number;
  readonly region: MarkedRegion;
}

/** Draws numbered regions over an image or a video. Their places are fractions of what is displayed. */
export function createOverlay(regions: readonly NumberedRegion[]): HTMLElement {
  const boxes = regions.map(({ number, region: { x, y, width, height } }) => {
    const box = element('span', { className: 'marked-region' }, element('span', {}, String(number)));
    for (const [name, fraction] of Object.entries({ left: x, top: y, width, height }))
      box.style.setProperty(name, `${(fraction ?? 0) * 100}%`);
    return box;
  });
  return element('div', { className: 'marked-regions', 'aria-hidden': 'true' }, ...boxes);
}

export const hasArea = ({ region: { x, y } }: NumberedRegion): boolean => x !== null && y !== null;

/** Returns the place and the note of a region as text. */
export function describeRegion({ number, region }: NumberedRegion): string {
  const { x, y, width, height, note } = region;
  const percent = (fraction: number | null): string => `${Math.round((fraction ?? 0) * 100)} %`;
  const place = `${percent(width)} × ${percent(height)} at ${percent(x)} from the left and ${percent(y)} from the top`;
  return `Region ${number}: ${place}${note === null || note === '' ? '' : `. Note: ${note}`}`;
}
