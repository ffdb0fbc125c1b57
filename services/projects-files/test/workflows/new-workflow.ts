import { randomUUID } from 'node:crypto';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Workflow } from '@assay/proto/workflows/v1/workflow';
import { CreateWorkflowRequest } from '@assay/proto/workflows/v1/workflows_service';
import { callBy } from '@assay/test-kit/test-platform';
import { pdf } from '../content.ts';
import { newProject } from '../new-project.ts';
import type { Started } from '../start.ts';

/** What an outside engine might record. */
export function newWorkflow(
  projectId: string,
  overrides: Partial<CreateWorkflowRequest> = {},
): CreateWorkflowRequest {
  return {
    ...CreateWorkflowRequest.fromPartial({
      projectId,
      pipelineId: randomUUID(),
      pipelineName: 'Sharpen',
      engineExecutionId: 4_711,
      engineWorkflowId: 'wf_sharpen',
      engineWorkflowName: 'sharpen',
    }),
    ...overrides,
  };
}

/** A new caller with a project and files in it. */
export async function newWorld(running: Started, fileCount = 1) {
  const call = callBy();
  const projectId = await newProject(running, call);
  const fileIds: string[] = [];
  for (let count = 0; count < fileCount; count += 1) fileIds.push(await newFile(running, call, projectId));
  return { call, projectId, fileIds, fileId: fileIds[0] ?? '' };
}

export async function newFile({ uploader }: Started, call: OutgoingCall, projectId: string): Promise<string> {
  const { file } = await uploader.upload(call, projectId, { bytes: pdf(), name: 'a.pdf' });
  if (file === undefined) throw new Error('no file');
  return file.id;
}

export async function record(
  { workflows }: Started,
  call: OutgoingCall,
  ...given: Parameters<typeof newWorkflow>
): Promise<Workflow> {
  const { workflow } = await workflows.createWorkflow(call, newWorkflow(...given));
  if (workflow === undefined) throw new Error('no workflow');
  return workflow;
}
