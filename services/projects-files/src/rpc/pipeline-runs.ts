import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { PipelineRunsServiceService } from '@assay/proto/files/v1/pipeline_runs_service';
import type { Deps } from '../deps.ts';
import { recordPipelineRuns } from '../domain/pipeline-run/record-pipeline-runs.ts';
import { listPipelineRuns } from '../domain/pipeline-run/list-pipeline-runs.ts';
import { retryEnrichment } from '../domain/pipeline-run/retry-enrichment.ts';
import {
  readPipelineRunFilter,
  readStartedRuns,
  toListPipelineRunsResponse,
  toPipelineRunMessage,
} from './pipeline-run-message.ts';

export const pipelineRunsRpcs: Rpcs<Deps, typeof PipelineRunsServiceService> = {
  retryEnrichment: async (deps, call, request) => ({
    pipelineRun: toPipelineRunMessage(await retryEnrichment(deps, call, request)),
  }),
  listPipelineRuns: async (deps, call, request) =>
    toListPipelineRunsResponse(
      await listPipelineRuns(deps, call, { filter: readPipelineRunFilter(request), page: request }),
    ),
  recordPipelineRuns: (deps, { organizationId }, request) =>
    recordPipelineRuns(deps, readStartedRuns(organizationId, request)).then(() => ({})),
};
