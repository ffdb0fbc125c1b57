import type { Toolset } from '../tool.ts';
import { requireResearch } from './require-research.ts';
import { suggestedPollSeconds } from './suggested-poll.ts';

const runInput = ['projectId', 'pipelineSlug', 'fileIds', 'contextId', 'contextData'];

export const verification: Toolset = {
  name: 'verification',
  tools: {
    list_pipeline_catalog: {
      operation: 'listPipelines',
      description:
        'Lists the verification pipelines with the files and claims that they need, and their price.',
      arguments: [],
      filters: ['tier', 'status'],
    },
    estimate_verification_cost: {
      operation: 'estimateRun',
      description:
        'Estimates the price of a verification run and checks its files and claims. Nothing is started or held.',
      arguments: runInput,
    },
    run_verification_pipeline: {
      operation: 'startRun',
      description:
        'Starts a verification run on files whose `enrichmentStatus` is `completed`, in a project of type `research`. It costs money: the ' +
        'price is held now and charged when the run completes. Read the verdict with {getRun}.',
      arguments: [...runInput, 'maxCostCents'],
      estimatedBy: 'estimateRun',
      check: requireResearch,
      adds: { suggestedPollSeconds },
      starts: { readBy: 'get_verification_run', canceledBy: 'cancelRun' },
    },
    list_verification_runs: {
      operation: 'listRuns',
      description: 'Lists the verification runs of a project, newest first, without stages.',
      arguments: ['projectId', 'status', 'pipelineSlug'],
    },
    get_verification_run: {
      operation: 'getRun',
      alsoOpens: ['getProjectRun', 'streamRunEvents'],
      description:
        'Returns a verification run with its verdict and stages. It ends with the status `completed` or `failed`.',
      arguments: ['runId'],
      hasFields: true,
    },
  },
};
