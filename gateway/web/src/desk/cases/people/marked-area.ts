/** The area that people marked, as an overlay of a map, and its agreement with the map. */

import { element } from '../../../shared/dom.ts';
import type { Artifact, Stage } from '../../parts/api-types.ts';
import { formatShare } from '../../crowd/parts/texts.ts';

/** Returns the image of the area that people marked. Machine stages also have artifacts of the type `region`. */
export function findMarkedArea(
  artifacts: readonly Artifact[],
  stages: readonly Stage[],
): Artifact | undefined {
  const asking = stages.filter(({ stageType }) => stageType === 'crowd').map(({ stageSlug }) => stageSlug);
  return artifacts.find(
    ({ type, mimeType, stageSlug }) =>
      type === 'region' && mimeType.startsWith('image/') && asking.includes(stageSlug),
  );
}

/** Adds the area to the images of a figure, and returns the checkbox that shows it. */
export function createMarkedArea(pair: HTMLElement, { url, legend }: Artifact): readonly HTMLElement[] {
  const area = element('img', { className: 'marked', src: url, alt: legend, hidden: true });
  const box = element('input', { type: 'checkbox' });
  box.addEventListener('change', () => (area.hidden = !box.checked));
  pair.append(area);
  return [element('label', { className: 'check' }, box, 'Show the area that people marked')];
}

/** Returns the line about the agreement of the area with a map; none if they were not compared. */
export function explainOverlap({ id }: Artifact, stages: readonly Stage[]): readonly HTMLElement[] {
  const overlaps = stages.flatMap(({ people }) => people?.areas ?? []);
  const overlap = overlaps.find(({ artifactId }) => artifactId === id);
  if (overlap === undefined) return [];
  const text =
    overlap.iou === null
      ? 'The map and the area that people marked cannot be compared, because one of them is empty.'
      : `Agreement of the map with the area that people marked: ${formatShare(overlap.iou)} (intersection over union).`;
  return [element('p', { className: 'small' }, text)];
}
