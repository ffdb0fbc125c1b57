import type { PublishedEvaluation } from '../../domain/pipeline/definitions/evaluations/published-evaluation.ts';

/** Describes the pristine files of an evaluation, in the plural. */
export function describePristine({
  material,
  sources,
  innocentVersions,
}: Pick<PublishedEvaluation, 'material' | 'sources' | 'innocentVersions'>): string {
  return `innocent ${material.scenes} of ${String(sources)} sources the calibration left out, each in up to ${String(innocentVersions)} versions`;
}

/** @param scenes of which the files were made; null where the scenes themselves are counted */
export function describeAltered(
  { material }: Pick<PublishedEvaluation, 'material'>,
  scenes: number | null,
): string {
  if (material.altered !== undefined) return material.altered;
  return scenes === null
    ? `${material.scenes} the calibration left out, each altered in every way tried`
    : `altered ${material.files} made of ${String(scenes)} ${material.scenes} the calibration left out`;
}
