import { randomUUID } from 'node:crypto';

/** What an outside engine records of an execution that read one file. */
export function newWorkflow(projectId: string, fileId: string) {
  return {
    projectId,
    pipelineId: randomUUID(),
    pipelineName: 'Contract',
    engineExecutionId: 1,
    engineWorkflowId: 'contract',
    engineWorkflowName: 'contract',
    inputFileIds: [fileId],
  };
}
