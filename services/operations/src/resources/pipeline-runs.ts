import { PipelineRunsServiceService } from '@assay/proto/files/v1/pipeline_runs_service';
import { RunPipelineResponse, RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { countedArray, one, shaped } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { defineShape } from '../shape.ts';

const rpcs = PipelineRunsServiceService;

const startedRuns = defineShape(RunPipelineResponse, { name: 'StartedPipelineRuns' });

export const pipelineRuns: Resource = {
  tag: { name: 'Pipeline runs', description: 'Runs of pipelines on single files, including enrichment.' },
  operations: {
    retryEnrichment: operation(
      'POST /v2/projects/:projectId/files/:fileId/enrichment/retry',
      rpcs.retryEnrichment,
      {
        summary: 'Retry the enrichment of a file',
        description:
          'Queues the file for enrichment again, free of charge, and returns the new run. A file that is not `completed` or `failed` ' +
          'is refused with {ENRICHMENT_UNFINISHED}; of two requests at the same time, one is refused. The previous result stays ' +
          'until the new run is completed.',
        errors: ['ENRICHMENT_UNFINISHED'],
        answer: one('pipelineRun', 'The new run.'),
      },
    ),
    runPipeline: operation('POST /v2/projects/:projectId/run-pipeline', RunsServiceService.runPipeline, {
      summary: 'Run a pipeline on single files',
      description:
        'Starts one verification run on each of the files, and returns their records in the order of the files. Either all runs ' +
        'start or none. `jobId` is the id of the verification run, which can be read with {getRun}; `status` follows it, and ' +
        '`result` has `verdict` and `confidence` when it is completed. The price of all runs is held at the start; each is charged ' +
        'when it completes and released when it fails. A pipeline that does not take exactly one file is refused with ' +
        '{FILES_UNSUITABLE}; all other errors are those of {startRun}.',
      errors: [
        'INSUFFICIENT_BALANCE',
        'SPEND_LIMIT_EXCEEDED',
        'MAX_COST_EXCEEDED',
        'PIPELINE_UNAVAILABLE',
        'FILES_UNSUITABLE',
        'FILE_NOT_PUBLIC',
        'ENRICHMENT_INCOMPLETE',
        'CONTEXT_KEY_MISSING',
        'CONCURRENT_CHANGE',
      ],
      status: 201,
      answer: shaped(startedRuns, 'The new runs.'),
    }),
    listPipelineRuns: operation('GET /v2/projects/:projectId/pipeline-runs', rpcs.listPipelineRuns, {
      summary: 'List the pipeline runs of a project',
      description:
        'Lists all enrichments of files of the project, and all verification runs that were started on a single file, newest ' +
        'first. New runs and changes appear within seconds. For runs that take longer than a second, `progress` has the current ' +
        'step and, if known, its completed share. Runs stay when their file is deleted, and are deleted with the project.',
      answer: countedArray('pipelineRuns', 'A page of runs.'),
    }),
  },
};
