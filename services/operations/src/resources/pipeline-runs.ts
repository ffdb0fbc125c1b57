import { PipelineRunsServiceService } from '@assay/proto/files/v1/pipeline_runs_service';
import { countedArray, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = PipelineRunsServiceService;

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
    listPipelineRuns: operation('GET /v2/projects/:projectId/pipeline-runs', rpcs.listPipelineRuns, {
      summary: 'List the pipeline runs of a project',
      description:
        'Every enrichment of a file of the project, newest first. What takes longer than a second says in `progress` which step is ' +
        'under way and, where that is known, how far. Runs stay when their file is deleted, and go with the project.',
      defaults: { limit: 200 },
      answer: countedArray('pipelineRuns', 'A page of runs.'),
    }),
  },
};
