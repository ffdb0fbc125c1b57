import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { PageOf } from '@assay/chassis/pagination';
import { WorkflowStatus } from '@assay/proto/workflows/v1/workflow';
import type { PipelineFiles, Workflow as WorkflowMessage } from '@assay/proto/workflows/v1/workflow';
import type {
  CreateWorkflowRequest,
  ListWorkflowsRequest,
  ListWorkflowsResponse,
  UpdateWorkflowRequest,
} from '@assay/proto/workflows/v1/workflows_service';
import type { File } from '../domain/file/file.ts';
import type { NewWorkflow, Workflow, WorkflowChanges, WorkflowFilter } from '../domain/workflow/workflow.ts';
import { toFileMessage } from './file-message.ts';

const statuses = createEnumCodec(WorkflowStatus);

export function toWorkflowMessage({ linkRevision: _revision, ...workflow }: Workflow): WorkflowMessage {
  return {
    ...workflow,
    status: statuses.toMessage(workflow.status),
    inputFileIds: [...workflow.inputFileIds],
    outputFiles: workflow.outputFiles.map((output) => ({ ...output })),
  };
}

export function toListWorkflowsResponse({ items, ...facts }: PageOf<Workflow>): ListWorkflowsResponse {
  return { workflows: items.map(toWorkflowMessage), ...facts };
}

interface FoundFiles {
  readonly input: readonly File[];
  readonly output: readonly File[];
  readonly nextCursor: string | undefined;
}

export function toPipelineFiles({ input, output, nextCursor }: FoundFiles): PipelineFiles {
  return { input: input.map(toFileMessage), output: output.map(toFileMessage), nextCursor };
}

export function readNewWorkflow({
  engineExecutionId = 0,
  pipelineId,
  uuid,
  ...request
}: CreateWorkflowRequest): NewWorkflow {
  const ids = { pipelineId: pipelineId.toLowerCase(), uuid: uuid?.toLowerCase() };
  return {
    ...request,
    ...ids,
    engineExecutionId,
    status: statuses.read('status', request.status) ?? 'in_progress',
  };
}

export function readWorkflowFilter({ projectId, status }: ListWorkflowsRequest): WorkflowFilter {
  return { projectId: projectId === '' ? undefined : projectId, status: statuses.read('status', status) };
}

/** INVALID_ARGUMENT for a field that cannot be changed. */
export function readWorkflowChanges(request: UpdateWorkflowRequest): WorkflowChanges {
  return readChanges<UpdateWorkflowRequest, WorkflowChanges>(request, {
    pipeline_id: ({ pipelineId }) => ({ pipelineId: pipelineId.toLowerCase() }),
    pipeline_name: ({ pipelineName }) => ({ pipelineName }),
    uuid: ({ uuid }) => ({ uuid: uuid.toLowerCase() }),
    status: ({ status }) => ({ status: statuses.readRequired('status', status) }),
    status_message: ({ statusMessage }) => ({ statusMessage }),
    engine_execution_id: ({ engineExecutionId }) => ({ engineExecutionId }),
    engine_workflow_id: ({ engineWorkflowId }) => ({ engineWorkflowId }),
    engine_workflow_name: ({ engineWorkflowName }) => ({ engineWorkflowName }),
    engine_workflow_name_long: ({ engineWorkflowNameLong }) => ({ engineWorkflowNameLong }),
    result: ({ result }) => ({ result }),
    ai_interpretation: ({ aiInterpretation }) => ({ aiInterpretation }),
    input_file_ids: ({ inputFileIds }) => ({ inputFileIds }),
    output_files: ({ outputFiles }) => ({ outputFiles }),
  });
}
