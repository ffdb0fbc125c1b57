import type { Toolset } from '../tool.ts';
import { suggestedPollSeconds } from './suggested-poll.ts';

export const dataPlatform: Toolset = {
  name: 'data_platform',
  tools: {
    list_data_platform_pipeline_catalog: {
      operation: 'listDataPlatformPipelines',
      description: 'Lists the pipelines that clean and deduplicate datasets and files.',
      arguments: ['mode', 'modality', 'targetType'],
    },
    run_data_platform_pipeline: {
      operation: 'startDataPlatformRun',
      description:
        'Starts a pipeline on a version of a dataset or on a file of a project. Read the run with {getDataPlatformRun}.',
      arguments: ['targetType', 'targetId', 'mode', 'pipelineSlug', 'label'],
      adds: { suggestedPollSeconds },
      starts: { readBy: 'get_data_platform_run', canceledBy: 'cancelDataPlatformRun' },
    },
    list_data_platform_runs: {
      operation: 'listDataPlatformRuns',
      description: 'Lists the runs of the data platform, newest first.',
      arguments: ['targetType', 'datasetId', 'projectId', 'status'],
    },
    get_data_platform_run: {
      operation: 'getDataPlatformRun',
      description: 'Returns a run of the data platform. It ends with the status `completed` or `failed`.',
      arguments: ['runId'],
    },
  },
};
