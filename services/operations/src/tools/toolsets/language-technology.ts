import type { Toolset } from '../tool.ts';
import { suggestedPollSeconds } from './suggested-poll.ts';

export const languageTechnology: Toolset = {
  name: 'language_technology',
  tools: {
    list_lt_pipeline_catalog: {
      operation: 'listLanguagePipelines',
      description: 'Lists the pipelines that clean and read texts.',
      arguments: [],
    },
    run_lt_pipeline: {
      operation: 'startLanguageRun',
      description:
        'Starts a language pipeline on files of a project. Read the results with {getLanguageRun}.',
      arguments: ['projectId', 'pipelineSlug', 'fileIds'],
      adds: { suggestedPollSeconds },
      starts: { readBy: 'get_lt_run', canceledBy: 'cancelLanguageRun' },
    },
    get_lt_run: {
      operation: 'getLanguageRun',
      description: 'Returns a language run with the result of each file in `items`.',
      arguments: ['runId'],
    },
  },
};
