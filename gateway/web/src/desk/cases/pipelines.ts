/** Rules about the pipelines of the catalog: which of them accept the chosen files, at which price. */

import type { ContextField, Pipeline } from '../../shared/api/api-types.ts';

/** Returns the pipelines that the desk can start: active, over files of at most one kind. */
export function listStartable(pipelines: readonly Pipeline[]): readonly Pipeline[] {
  return pipelines.filter(({ status, requiredFiles }) => status === 'active' && requiredFiles.length <= 1);
}

export const acceptsSeveral = ({ requiredFiles: [kind] }: Pipeline): boolean =>
  kind !== undefined && kind.maxCount > 1;

export const runsWithoutFile = ({ requiredFiles: [kind] }: Pipeline): boolean =>
  kind === undefined || kind.minCount === 0;

/** Returns true when the pipeline accepts files of these types, in one run or in one run each. An empty type may be any. */
export function accepts(pipeline: Pipeline, types: readonly string[]): boolean {
  const [kind] = pipeline.requiredFiles;
  if (types.length === 0) return runsWithoutFile(pipeline);
  if (kind === undefined || !types.every((type) => type === '' || kind.mimeTypes.includes(type)))
    return false;
  return kind.maxCount === 1 || (types.length >= kind.minCount && types.length <= kind.maxCount);
}

/** Returns the pipeline that checks a file of this type for manipulation, without any claim. */
export function findUsual(pipelines: readonly Pipeline[], type: string): Pipeline | undefined {
  return pipelines.find(
    (one) => one.tier === 'ai-only' && one.requiredContextFields.length === 0 && accepts(one, [type]),
  );
}

/** Returns the pipeline to preselect; undefined when each file is analysed by its own type. */
export function findDefault(pipelines: readonly Pipeline[], types: readonly string[]): Pipeline | undefined {
  const [known] = types.filter((type) => type !== '');
  const usual = known === undefined ? undefined : findUsual(pipelines, known);
  if (usual !== undefined && accepts(usual, types)) return usual;
  return types.length === 0 ? pipelines.find(runsWithoutFile) : undefined;
}

/** Returns the price of all runs over files of these types, in cents. */
export function computePrice(
  pipelines: readonly Pipeline[],
  chosen: Pipeline | undefined,
  types: readonly string[],
): number {
  if (chosen === undefined) {
    return types.reduce((sum, type) => sum + (findUsual(pipelines, type)?.costCredits ?? 0), 0);
  }
  return chosen.costCredits * (acceptsSeveral(chosen) ? 1 : Math.max(1, types.length));
}

export interface RequestedClaim extends ContextField {
  readonly isRequired: boolean;
}

/** Returns the claims that the pipelines read, each key once, required ones first. */
export function listClaimFields(pipelines: readonly Pipeline[]): readonly RequestedClaim[] {
  const required = pipelines.flatMap((one) => one.requiredContextFields);
  const optional = pipelines.flatMap((one) => one.optionalContextFields);
  const fields = new Map<string, RequestedClaim>();
  for (const field of required) fields.set(field.key, { ...field, isRequired: true });
  for (const field of optional) {
    if (!fields.has(field.key)) fields.set(field.key, { ...field, isRequired: false });
  }
  return [...fields.values()];
}
