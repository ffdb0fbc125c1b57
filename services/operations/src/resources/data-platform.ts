import { DataPlatformServiceService } from '@assay/proto/dataplatform/v1/data_platform_service';
import { LanguageTechnologyServiceService } from '@assay/proto/dataplatform/v1/language_technology_service';
import { array, one, page } from '../answer.ts';
import type { Reason } from '../errors/error-codes.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const rpcs = DataPlatformServiceService;
const texts = LanguageTechnologyServiceService;

const startErrors: readonly Reason[] = [
  'UNSUPPORTED_MODE',
  'PIPELINE_UNAVAILABLE',
  'VERSION_STATE',
  'CLEANING_RUNS',
  'VERSION_EMPTY',
  'VERSION_LIMIT',
];

const readAgain =
  'Read the run again every few seconds until `status` is `completed` or `failed`. A file that cannot be treated has an `error` in ' +
  '`items` and does not fail the run.';

export const dataPlatform: Resource = {
  tag: {
    name: 'Data platform',
    description: 'Runs of pipelines that clean and deduplicate versions of datasets and files of projects.',
  },
  operations: {
    listDataPlatformPipelines: operation('GET /v2/data-platform/pipelines/catalog', rpcs.listPipelines, {
      summary: 'List the pipelines of the data platform',
      description:
        'Lists the cleaning pipelines in their order, then the pipelines that only read files of projects. The first one that ' +
        'supports a modality is its standard one.',
      answer: array('pipelines', 'The pipelines.'),
    }),
    startDataPlatformRun: operation('POST /v2/data-platform/runs', rpcs.startRun, {
      summary: 'Start a data-platform run',
      description:
        'Starts a pipeline on a version of a dataset or on a file of a project. On a version it is the job of {cleanDatasetVersion}, ' +
        'with the same rules and errors, and the run has the id of the new version. On a file, cleaning makes a new file of the ' +
        'project, or none if nothing changes, and `dedup` reports duplicates among the files of the project. Without `pipelineSlug` ' +
        'the standard pipeline runs. The modes `split` and `crowd-label` are refused with {UNSUPPORTED_MODE}.',
      status: 201,
      errors: startErrors,
      answer: one('run', 'The run, with status `pending`.'),
    }),
    listDataPlatformRuns: operation('GET /v2/data-platform/runs', rpcs.listRuns, {
      summary: 'List data-platform runs',
      description:
        'Lists all runs of the organization, newest first. Every cleaning and every enrichment is one.',
      answer: page('runs', 'A page of runs.'),
    }),
    getDataPlatformRun: operation('GET /v2/data-platform/runs/:runId', rpcs.getRun, {
      summary: 'Read a data-platform run',
      description: `Returns the run. ${readAgain}`,
      answer: one('run', 'The run.'),
    }),
    cancelDataPlatformRun: operation('POST /v2/data-platform/runs/:runId/cancel', rpcs.cancelRun, {
      summary: 'Cancel a data-platform run',
      description:
        'Cancels a run that is `pending` or `running`: it becomes `failed` with the error `canceled`. A run on a version removes the ' +
        'new version; files that a run on files has made stay. A run that has ended is refused with {RUN_ENDED}.',
      errors: ['RUN_ENDED'],
      answer: one('run', 'The run, with status `failed`.'),
    }),
  },
};

export const languageTechnology: Resource = {
  tag: {
    name: 'Language technology',
    description: 'Runs of pipelines that clean and read texts. Each of them is a data-platform run too.',
  },
  operations: {
    listLanguagePipelines: operation('GET /v2/lt/pipelines/catalog', texts.listLanguagePipelines, {
      summary: 'List language-technology pipelines',
      description: 'Lists the pipelines of the data platform that concern texts, in the same order.',
      answer: array('pipelines', 'The pipelines.'),
    }),
    startLanguageRun: operation('POST /v2/lt/runs', texts.startLanguageRun, {
      summary: 'Start a language-technology run',
      description:
        'Starts a pipeline of the language-technology catalog on 1 to 50 files of a project. The result of each file is in `items`.',
      status: 201,
      errors: ['PIPELINE_UNAVAILABLE'],
      answer: one('run', 'The run, with status `pending`.'),
    }),
    listLanguageRuns: operation('GET /v2/lt/runs', texts.listLanguageRuns, {
      summary: 'List language-technology runs',
      description: 'Lists the runs of language-technology pipelines, newest first.',
      answer: page('runs', 'A page of runs.'),
    }),
    getLanguageRun: operation('GET /v2/lt/runs/:runId', texts.getLanguageRun, {
      summary: 'Read a language-technology run',
      description: `Returns the run. ${readAgain}`,
      answer: one('run', 'The run.'),
    }),
    cancelLanguageRun: operation('POST /v2/lt/runs/:runId/cancel', texts.cancelLanguageRun, {
      summary: 'Cancel a language-technology run',
      description:
        'Cancels a run that is `pending` or `running`: it becomes `failed` with the error `canceled`. Files that it has made stay. A ' +
        'run that has ended is refused with {RUN_ENDED}.',
      errors: ['RUN_ENDED'],
      answer: one('run', 'The run, with status `failed`.'),
    }),
  },
};
