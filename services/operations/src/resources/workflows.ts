import type { OutgoingCall } from '@assay/chassis/call-context';
import type { File } from '@assay/proto/files/v1/file';
import type { PipelineFiles } from '@assay/proto/workflows/v1/workflow';
import { WorkflowsServiceService } from '@assay/proto/workflows/v1/workflows_service';
import type { ListPipelineFilesRequest } from '@assay/proto/workflows/v1/workflows_service';
import { array, countedArray, one } from '../answer.ts';
import { compositeOperation, operation } from '../operation.ts';
import type { Callers, Resource } from '../operation.ts';
import { required } from '../required.ts';

const rpcs = WorkflowsServiceService;

export const workflows: Resource = {
  tag: {
    name: 'Workflows',
    description: 'Records of workflows in external engines, with their input and output files.',
  },
  operations: {
    createWorkflow: operation('POST /v2/workflows', rpcs.createWorkflow, {
      summary: 'Create a workflow record',
      description:
        'For external engines, when a workflow starts or ends. Links the input and output files, at most 100, all of the project ' +
        'of the record. Output files then refer to the workflow (`origin` `workflow_generated`, `originWorkflowId`, and ' +
        '`sourceFileId` if sent). An unknown project or file is not found; an output file of another record is refused with ' +
        '{WORKFLOW_OUTPUT_TAKEN}.',
      status: 201,
      errors: ['WORKFLOW_OUTPUT_TAKEN'],
      defaults: { status: 'in_progress' },
      answer: one('workflow', 'The new record.'),
    }),
    listWorkflows: operation('GET /v2/workflows', rpcs.listWorkflows, {
      summary: 'List workflows',
      description: 'Lists the records of the organization, or of one project, newest first.',
      answer: countedArray('workflows', 'A page of records.'),
    }),
    getWorkflow: operation('GET /v2/workflows/:workflowId', rpcs.getWorkflow, {
      summary: 'Read a workflow',
      description: 'Returns one record. Read it again until `status` is no longer `in_progress`.',
      answer: one('workflow', 'The record.'),
    }),
    updateWorkflow: operation('PUT /v2/workflows/:workflowId', rpcs.updateWorkflow, {
      summary: 'Change a workflow',
      description:
        'Fields that are not sent keep their values; null clears a nullable field. The status can change to any other status. ' +
        '`inputFileIds` and `outputFiles` replace the complete lists; an output file that is left out counts as an upload again. ' +
        'The project of a record cannot change. An output file of another record is refused with {WORKFLOW_OUTPUT_TAKEN}.',
      errors: ['WORKFLOW_OUTPUT_TAKEN', 'CONCURRENT_CHANGE'],
      answer: one('workflow', 'The record.'),
    }),
    deleteWorkflow: operation('DELETE /v2/workflows/:workflowId', rpcs.deleteWorkflow, {
      summary: 'Delete a workflow',
      description: 'Deletes only the record. Its files stay, and keep their origin.',
      answer: one('workflow', 'The record before its deletion.'),
    }),
    listWorkflowFiles: operation('GET /v2/workflows/:workflowId/files', rpcs.listWorkflowFiles, {
      summary: 'List the files of a workflow',
      description:
        'Lists the input files, then the output files, whose `originWorkflowId` is the id of the record. Deleted files are left ' +
        'out.',
      answer: array('files', 'All files of the record.'),
    }),
    listFileWorkflows: operation('GET /v2/files/:fileId/workflows', rpcs.listFileWorkflows, {
      summary: 'List the workflows of a file',
      description: 'Lists the records that have the file as input or output, newest first.',
      answer: countedArray('workflows', 'A page of records.'),
    }),
    listPipelineFiles: compositeOperation(
      'GET /v2/pipelines/:pipelineId/workflows',
      [rpcs.listPipelineFiles],
      {
        summary: 'List the files of a pipeline',
        description:
          'Lists all files of the newest workflows of one pipeline of an external engine, in all projects of the organization: each ' +
          'file once in `input` and once in `output`. `limit` counts workflows; `nextCursor` leads to earlier ones. A pipeline ' +
          'without records in the organization is not found.',
        answer: one('files', 'The files.'),
        perform: listPipelineFiles,
      },
    ),
  },
};

/** The maximum number of records whose files one response can hold, with 200 files each. */
const recordsPerCall = 20;

/** Collects the files of `limit` records from several responses, each file once. */
async function listPipelineFiles(
  { callRpc }: Callers,
  call: OutgoingCall,
  { limit, ...request }: ListPipelineFilesRequest,
): Promise<{ readonly files: PipelineFiles }> {
  const input = new Map<string, File>();
  const output = new Map<string, File>();
  let { cursor } = request;
  let left = limit;
  do {
    const part = {
      ...request,
      limit: Math.min(left, recordsPerCall),
      ...(cursor !== undefined && { cursor }),
    };
    const files = required((await callRpc(rpcs.listPipelineFiles, call, part)).files);
    for (const file of files.input) if (!input.has(file.id)) input.set(file.id, file);
    for (const file of files.output) if (!output.has(file.id)) output.set(file.id, file);
    cursor = files.nextCursor;
    left -= recordsPerCall;
  } while (left > 0 && cursor !== undefined);
  return { files: { input: [...input.values()], output: [...output.values()], nextCursor: cursor } };
}
