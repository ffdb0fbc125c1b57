import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { LanguageTechnologyServiceService } from '@assay/proto/dataplatform/v1/language_technology_service';
import type { Deps } from '../deps.ts';
import { cancelRun } from '../domain/run/cancel-run.ts';
import { listPipelines } from '../domain/run/list-pipelines.ts';
import { getRun, listRuns } from '../domain/run/read-run.ts';
import { startLanguageRun } from '../domain/run/start-run.ts';
import { toPipelineMessages } from './pipeline-message.ts';
import { readRunFilter, toListRunsResponse, toRunMessage } from './run-message.ts';

const only = { isLanguageTechnology: true } as const;

export const languageTechnologyRpcs: Rpcs<Deps, typeof LanguageTechnologyServiceService> = {
  listLanguagePipelines: (deps) =>
    Promise.resolve({ pipelines: toPipelineMessages(listPipelines(deps, only)) }),
  startLanguageRun: async (deps, call, request) => ({
    run: toRunMessage(
      await startLanguageRun(deps, call, request).then(({ id: runId }) => getRun(deps, call, { runId })),
    ),
  }),
  listLanguageRuns: async (deps, call, request) =>
    toListRunsResponse(await listRuns(deps, call, { ...readRunFilter(request), ...only })),
  getLanguageRun: async (deps, call, request) => ({
    run: toRunMessage(await getRun(deps, call, { ...request, ...only })),
  }),
  cancelLanguageRun: async (deps, call, request) => ({
    run: toRunMessage(await cancelRun(deps, call, { ...request, ...only })),
  }),
};
