import { PipelineFiles, Workflow } from '@assay/proto/workflows/v1/workflow';
import { CreateWorkflowRequest, UpdateWorkflowRequest } from '@assay/proto/workflows/v1/workflows_service';
import { sample } from '../sample.ts';
import { createdAt, ids, updatedAt } from './values.ts';

const workflow = {
  projectId: ids.project,
  pipelineId: '3f2b8c1e-6d4a-4e9b-8f70-1c5d9a2e7b64',
  pipelineName: 'Sharpen and describe',
  uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  status: 'WORKFLOW_STATUS_FINISHED',
  engineExecutionId: 4_711,
  engineWorkflowId: 'wf_sharpen',
  engineWorkflowName: 'sharpen',
  engineWorkflowNameLong: 'Sharpen pictures and describe them',
  result: 'One picture was sharpened.',
  inputFileIds: [ids.file],
} as const;

export const workflowSamples = [
  sample(Workflow, {
    id: ids.workflow,
    organizationId: ids.organization,
    ...workflow,
    inputFileIds: [ids.file],
    createdAt,
    updatedAt,
  }),
  sample(CreateWorkflowRequest, { ...workflow, inputFileIds: [ids.file] }),
  sample(UpdateWorkflowRequest, {
    status: 'WORKFLOW_STATUS_ERROR',
    statusMessage: 'The engine was stopped.',
  }),
  sample(PipelineFiles, {}),
];
