import type { Run } from '../../run/run.ts';

/** What the keys of all objects of a run begin with. */
export function artifactsPrefix(organizationId: string, runId: string): string {
  return `runs/${organizationId}/${runId}/`;
}

/** What the keys of the objects of one stage begin with, and those of the same stage of an earlier attempt at the run do not. */
export function stagePrefix({ organizationId, id, stages }: Run, stageSlug: string): string {
  const stageId = stages.find(({ slug }) => slug === stageSlug)?.id ?? '';
  return `${artifactsPrefix(organizationId, id)}${stageSlug}/${stageId}/`;
}
