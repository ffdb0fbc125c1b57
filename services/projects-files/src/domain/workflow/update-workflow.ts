import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import { checkLinks } from './check-links.ts';
import { getWorkflow } from './get-workflow.ts';
import { settleLinks } from './settle-links.ts';
import type { SettleDeps } from './settle-links.ts';
import { outputTaken } from './workflow.ts';
import type { Workflow, WorkflowChanges } from './workflow.ts';

interface WorkflowUpdate {
  readonly workflowId: string;
  readonly changes: WorkflowChanges;
}

/** Changes a record, and then what its files say. Errors as UpdateWorkflow says. */
export async function updateWorkflow(
  deps: SettleDeps,
  call: CallContext,
  { workflowId, changes }: WorkflowUpdate,
): Promise<Workflow> {
  const { organizationId } = call;
  if (Object.keys(changes).length === 0) return getWorkflow(deps, call, workflowId);
  if (changes.inputFileIds === undefined && changes.outputFiles === undefined) {
    const changed = await deps.workflows.update(organizationId, {
      workflowId,
      changes,
      now: deps.clock.now(),
    });
    if (changed === undefined) throw notFound('workflow');
    return changed;
  }
  const { workflow, taken } = await settleLinks(deps, await updateLinks(deps, call, { workflowId, changes }));
  if (taken[0] !== undefined) throw outputTaken(taken[0]);
  return workflow;
}

/** The lists are checked together, so that both are written as they were checked. */
async function updateLinks(
  deps: Pick<Deps, 'files' | 'workflows' | 'clock'>,
  call: CallContext,
  { workflowId, changes }: WorkflowUpdate,
): Promise<Workflow> {
  return retryOnConflict(async () => {
    const before = await getWorkflow(deps, call, workflowId);
    const workflow = { ...before, ...changes };
    await checkLinks(deps, call, { workflow, before });
    const { inputFileIds, outputFiles } = workflow;
    const update = { workflowId, changes: { ...changes, inputFileIds, outputFiles }, now: deps.clock.now() };
    return deps.workflows.update(call.organizationId, update, before.linkRevision);
  });
}
