import { PipelineRunsServiceService } from '@assay/proto/files/v1/pipeline_runs_service';
import { RunPipelineResponse, RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { countedArray, one, shaped } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { defineShape } from '../shape.ts';

const rpcs = PipelineRunsServiceService;

const startedRuns = defineShape(RunPipelineResponse, { name: 'StartedPipelineRuns' });

export const pipelineRuns: Resource = {
  tag: { name: 'Pipeline runs', description: 'What pipelines did with single files, enrichment among them.' },
  operations: {
    retryEnrichment: operation(
      'POST /v2/projects/:projectId/files/:fileId/enrichment/retry',
      rpcs.retryEnrichment,
      {
        summary: 'Read a file once more',
        description:
          'Puts the file in the queue again, free of charge, and answers the run that will read it. Allowed once the file is ' +
          '`completed` or `failed`, else 409: of two requests at once one is refused. What was read before stays readable ' +
          'until the run is completed.',
        errors: ['INVALID_STATE'],
        answer: one('pipelineRun', 'The new run.'),
      },
    ),
    runPipeline: operation('POST /v2/projects/:projectId/run-pipeline', RunsServiceService.runPipeline, {
      summary: 'Run a pipeline over single files',
      description:
        'Starts one verification run over each of the files, all of them or none, and answers their records in the order of the ' +
        'files. `jobId` is the id of the run, which also reads as any other one; `status` follows it, and `result` holds ' +
        '`verdict` and `confidence` once it is completed. The cost of all runs is held at once; each is charged when it completes ' +
        'and released when it fails. A pipeline that does not take one file is 422.',
      errors: ['PAYMENT_REQUIRED', 'CONFLICT', 'INVALID_STATE', 'UNPROCESSABLE_ENTITY'],
      status: 201,
      answer: shaped(startedRuns, 'The new runs.'),
    }),
    listPipelineRuns: operation('GET /v2/projects/:projectId/pipeline-runs', rpcs.listPipelineRuns, {
      summary: 'List the pipeline runs of a project',
      description:
        'Every enrichment of a file of the project and every verification run that was started over a single one, newest first. A ' +
        'new run, and what has become of one, shows within seconds. What takes longer than a second says in `progress` which step is ' +
        'under way and, where that is known, how far. Runs stay when their file is deleted, and go with the project.',
      answer: countedArray('pipelineRuns', 'A page of runs.'),
    }),
  },
};
