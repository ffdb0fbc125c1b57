import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { getRun } from '../run/get-run.ts';
import { linkArtifact } from '../run/list-artifacts.ts';
import type { LinkedArtifact } from '../run/list-artifacts.ts';
import { taskOf } from '../stage/records/stage-task.ts';

export interface StageMapsRef {
  readonly runId: string;
  readonly stageId: string;
}

/**
 * Signs links to the heat maps of the machine stages while a crowd stage waits that shows them; else there are none. Legends stay out: they
 * tell findings. NOT_FOUND for an unknown run or stage.
 */
export async function listStageMaps(
  deps: Pick<Deps, 'runs' | 'storage'>,
  call: CallContext,
  { runId, stageId }: StageMapsRef,
): Promise<readonly LinkedArtifact[]> {
  const run = await getRun(deps, call, { runId, projectId: '' });
  const stage = run.stages.find(({ id }) => id === stageId);
  if (stage === undefined) throw notFound('stage');
  const task = taskOf(run, stage);
  if (stage.status !== 'awaiting_crowd' || task.kind !== 'ask' || task.showsMaps !== true) return [];
  const maps = run.stages
    .filter(({ type }) => type === 'ai')
    .flatMap(({ artifacts }) => artifacts.filter(({ type }) => type === 'heatmap'));
  return Promise.all(maps.map((map) => linkArtifact(deps, { ...map, legend: '' })));
}
