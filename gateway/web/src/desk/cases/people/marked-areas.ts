/** The areas that people marked, as maps of their own, and their agreement with the maps of machine stages. */

import type { Artifact, Stage } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { formatShare } from '../../crowd/parts/texts.ts';

export interface NamedMap {
  readonly name: string;
  readonly map: Artifact;
}

/**
 * Returns the images of the stages that asked people: one for each map that was compared, in the same order, with both areas in it, or
 * one of the marked area alone. Machine stages also have artifacts of the type `region`.
 */
export function listMarkedAreas(
  artifacts: readonly Artifact[],
  stages: readonly Stage[],
  maps: readonly Artifact[],
): readonly NamedMap[] {
  return stages
    .filter(({ stageType }) => stageType === 'crowd')
    .flatMap(({ stageSlug, people }) =>
      artifacts
        .filter(({ type, stageSlug: slug }) => type === 'region' && slug === stageSlug)
        .map((map, index) => {
          const compared = maps.findIndex(({ id }) => id === people?.areas[index]?.artifactId);
          return { map, name: compared < 0 ? 'People' : `People and map ${compared + 1}` };
        }),
    );
}

/** Returns the line about the agreement of a map with the area that people marked; undefined if they were not compared. */
export function explainOverlap({ id }: Artifact, stages: readonly Stage[]): HTMLElement | undefined {
  const overlaps = stages.flatMap(({ people }) => people?.areas ?? []);
  const overlap = overlaps.find(({ artifactId }) => artifactId === id);
  if (overlap === undefined) return undefined;
  const text =
    overlap.iou === null
      ? 'The map and the area that people marked cannot be compared, because one of them is empty.'
      : `Agreement of the map with the area that people marked: ${formatShare(overlap.iou)} (intersection over union).`;
  return element('p', { className: 'small' }, text);
}
