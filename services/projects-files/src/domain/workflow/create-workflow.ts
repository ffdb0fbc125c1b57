import { randomUUID } from 'node:crypto';
import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { findProject } from '../project/get-project.ts';
import { checkLinks } from './check-links.ts';
import { settleLinks } from './settle-links.ts';
import type { SettleDeps } from './settle-links.ts';
import { outputTaken } from './workflow.ts';
import type { NewWorkflow, Workflow } from './workflow.ts';

/** Stores a record before its files say that it made them. Errors as CreateWorkflow says. */
export async function createWorkflow(
  deps: SettleDeps & Pick<Deps, 'projects'>,
  call: CallContext,
  input: NewWorkflow,
): Promise<Workflow> {
  const now = deps.clock.now();
  const workflow: Workflow = {
    statusMessage: undefined,
    result: undefined,
    aiInterpretation: undefined,
    ...input,
    id: newIdFor(call),
    organizationId: call.organizationId,
    uuid: input.uuid ?? randomUUID(),
    engineWorkflowNameLong: input.engineWorkflowNameLong ?? input.engineWorkflowName,
    linkRevision: 0,
    createdAt: now,
    updatedAt: now,
  };
  await findProject(deps, call, workflow.projectId);
  await checkLinks(deps, call, { workflow });
  const stored = await deps.workflows.insert(workflow);
  const settled = await settleLinks(deps, stored);
  const [taken] = settled.taken;
  if (taken === undefined) return settled.workflow;
  await deps.workflows.remove(stored.organizationId, stored.id);
  await deps.files.releaseOrigins(stored.organizationId, { workflowId: stored.id, keptFileIds: [], now });
  throw outputTaken(taken);
}
