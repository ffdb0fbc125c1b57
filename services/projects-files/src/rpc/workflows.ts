import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { WorkflowsServiceService } from '@assay/proto/workflows/v1/workflows_service';
import type { Deps } from '../deps.ts';
import { createWorkflow } from '../domain/workflow/create-workflow.ts';
import {
  deleteWorkflow,
  getWorkflow,
  listFileWorkflows,
  listWorkflows,
} from '../domain/workflow/get-workflow.ts';
import { listPipelineFiles, listWorkflowFiles } from '../domain/workflow/list-workflow-files.ts';
import { updateWorkflow } from '../domain/workflow/update-workflow.ts';
import { toFileMessage } from './file-message.ts';
import {
  readNewWorkflow,
  readWorkflowChanges,
  readWorkflowFilter,
  toListWorkflowsResponse,
  toPipelineFiles,
  toWorkflowMessage,
} from './workflow-message.ts';

export const workflowsRpcs: Rpcs<Deps, typeof WorkflowsServiceService> = {
  createWorkflow: async (deps, call, request) => ({
    workflow: toWorkflowMessage(await createWorkflow(deps, call, readNewWorkflow(request))),
  }),
  getWorkflow: async (deps, call, { workflowId }) => ({
    workflow: toWorkflowMessage(await getWorkflow(deps, call, workflowId)),
  }),
  listWorkflows: async (deps, call, request) =>
    toListWorkflowsResponse(
      await listWorkflows(deps, call, { filter: readWorkflowFilter(request), page: request }),
    ),
  listFileWorkflows: async (deps, call, { fileId, ...page }) =>
    toListWorkflowsResponse(await listFileWorkflows(deps, call, { fileId, page })),
  updateWorkflow: async (deps, call, request) => ({
    workflow: toWorkflowMessage(
      await updateWorkflow(deps, call, {
        workflowId: request.workflowId,
        changes: readWorkflowChanges(request),
      }),
    ),
  }),
  deleteWorkflow: async (deps, call, { workflowId }) => ({
    workflow: toWorkflowMessage(await deleteWorkflow(deps, call, workflowId)),
  }),
  listWorkflowFiles: async (deps, call, { workflowId }) => ({
    files: (await listWorkflowFiles(deps, call, workflowId)).map(toFileMessage),
  }),
  listPipelineFiles: async (deps, call, request) => ({
    files: toPipelineFiles(await listPipelineFiles(deps, call, request)),
  }),
};
