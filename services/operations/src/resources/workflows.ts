import { WorkflowsServiceService } from '@assay/proto/workflows/v1/workflows_service';
import { array, countedArray, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = WorkflowsServiceService;

export const workflows: Resource = {
  tag: {
    name: 'Workflows',
    description: 'Records of what outside engines execute on files, and of the files they make.',
  },
  operations: {
    createWorkflow: operation('POST /v2/workflows', rpcs.createWorkflow, {
      summary: 'Record a workflow',
      description:
        'For outside engines, when they begin or when they are done. Links the files that were read and made, all of the ' +
        'project of the record, at most 100. Output files say from then on that a workflow made them (`origin` ' +
        '`workflow_generated`, `originWorkflowId`, and `sourceFileId` where given). Not found for a project or a file that ' +
        'is not there; 409 when another record says that it made an output file.',
      status: 201,
      errors: ['CONFLICT'],
      defaults: { status: 'in_progress' },
      answer: one('workflow', 'The new record.'),
    }),
    listWorkflows: operation('GET /v2/workflows', rpcs.listWorkflows, {
      summary: 'List workflows',
      description: 'The records of the organization, or of one project, newest first.',
      answer: countedArray('workflows', 'A page of records.'),
    }),
    getWorkflow: operation('GET /v2/workflows/:workflowId', rpcs.getWorkflow, {
      summary: 'Read a workflow',
      description: 'One record. Ask again until `status` is no longer `in_progress`.',
      answer: one('workflow', 'The record.'),
    }),
    updateWorkflow: operation('PUT /v2/workflows/:workflowId', rpcs.updateWorkflow, {
      summary: 'Change a workflow',
      description:
        'What is not sent stays; null clears what may be null. The status may change from any to any. `inputFileIds` and ' +
        '`outputFiles` are the whole lists: an output that is left out is an upload again. The project of a record stays, ' +
        'since its files are there. 409 when another record says that it made an output file.',
      errors: ['CONFLICT'],
      answer: one('workflow', 'The record.'),
    }),
    deleteWorkflow: operation('DELETE /v2/workflows/:workflowId', rpcs.deleteWorkflow, {
      summary: 'Delete a workflow',
      description: 'Only the record goes: its files stay, and so does what they say about their origin.',
      answer: one('workflow', 'The record as it was.'),
    }),
    listWorkflowFiles: operation('GET /v2/workflows/:workflowId/files', rpcs.listWorkflowFiles, {
      summary: 'List the files of a workflow',
      description:
        'The files it read, then those it made, whose `originWorkflowId` is its id. Files that were deleted are left out.',
      answer: array('files', 'All its files.'),
    }),
    listFileWorkflows: operation('GET /v2/files/:fileId/workflows', rpcs.listFileWorkflows, {
      summary: 'List the workflows of a file',
      description: 'The records of workflows that read the file or made it, newest first.',
      answer: countedArray('workflows', 'A page of records.'),
    }),
    listPipelineFiles: operation('GET /v2/pipelines/:pipelineId/workflows', rpcs.listPipelineFiles, {
      summary: 'List what a pipeline read and made',
      description:
        'The files of the newest workflows of one pipeline of an outside engine, in all projects of the organization: each ' +
        'once in `input`, and once in `output`. `limit` counts workflows; `nextCursor` leads to earlier ones. Not ' +
        'found for a pipeline of which the organization has no records.',
      answer: one('files', 'The files.'),
    }),
  },
};
