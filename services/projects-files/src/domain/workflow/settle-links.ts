import type { Deps } from '../../deps.ts';
import { isOfAnother } from './check-links.ts';
import type { Workflow, WorkflowOutput } from './workflow.ts';

export type SettleDeps = Pick<Deps, 'files' | 'workflows' | 'clock'>;

/** A record whose files say the same as it does. */
export interface Settled {
  readonly workflow: Workflow;
  /** The outputs it lost to another record that linked them at the same moment; empty, but for such a race. */
  readonly taken: readonly string[];
}

/**
 * Makes the files say what the record says. It may be done any number of times and by any number of processes: what counts
 * is the record, which is looked at again until nobody has changed its links meanwhile.
 */
export async function settleLinks(deps: SettleDeps, found: Workflow): Promise<Settled> {
  let workflow = found;
  const taken: string[] = [];
  for (;;) {
    const lost = await claimOutputs(deps, workflow);
    taken.push(...lost);
    const { id, organizationId, outputFiles } = workflow;
    const kept = outputFiles.filter(({ fileId }) => !lost.includes(fileId));
    const keptFileIds = kept.map(({ fileId }) => fileId);
    await deps.files.releaseOrigins(organizationId, { workflowId: id, keptFileIds, now: deps.clock.now() });
    const settled = await deps.workflows.settle(workflow, kept);
    if (settled !== undefined) return { workflow: settled, taken };
    const current = await deps.workflows.find(organizationId, id);
    if (current === undefined) return { workflow, taken };
    workflow = current;
  }
}

/** Returns those that are another record's. */
async function claimOutputs(deps: SettleDeps, workflow: Workflow): Promise<readonly string[]> {
  const { organizationId, projectId, outputFiles } = workflow;
  if (outputFiles.length === 0) return [];
  const fileIds = outputFiles.map(({ fileId }) => fileId);
  const files = await deps.files.findMany(organizationId, projectId, fileIds);
  const lost: string[] = [];
  for (const file of files) {
    const output = outputFiles.find(({ fileId }) => fileId === file.id);
    if (output === undefined) continue;
    const isLost =
      (await isOfAnother(deps, workflow, file)) || !(await claim(deps, workflow, { file, output }));
    if (isLost) lost.push(file.id);
  }
  return lost;
}

/** False when somebody else claimed it since it was read. */
function claim(
  { files, clock }: SettleDeps,
  { id: workflowId, organizationId }: Workflow,
  { file, output }: { readonly file: Parameters<typeof isOfAnother>[2]; readonly output: WorkflowOutput },
): Promise<boolean> {
  const { originWorkflowId, sourceFileId } = file;
  const isSaid = originWorkflowId === workflowId && sourceFileId === output.sourceFileId;
  if (isSaid) return Promise.resolve(true);
  const made = { ...output, workflowId, before: originWorkflowId, now: clock.now() };
  return files.claimOrigin(organizationId, made);
}
