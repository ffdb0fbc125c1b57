import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { DataPlatformServiceService } from '@assay/proto/dataplatform/v1/data_platform_service';
import type { Deps } from '../deps.ts';
import { cancelRun } from '../domain/run/cancel-run.ts';
import { listPipelines } from '../domain/run/list-pipelines.ts';
import { getRun, listRuns } from '../domain/run/read-run.ts';
import { startRun } from '../domain/run/start-run.ts';
import { modes, readPipelineFilter, targetTypes, toPipelineMessages } from './pipeline-message.ts';
import { readRunFilter, toListRunsResponse, toRunMessage } from './run-message.ts';

export const dataPlatformRpcs: Rpcs<Deps, typeof DataPlatformServiceService> = {
  listPipelines: (deps, _call, request) =>
    Promise.resolve({ pipelines: toPipelineMessages(listPipelines(deps, readPipelineFilter(request))) }),
  startRun: async (deps, call, { targetType, mode, ...request }) => ({
    run: toRunMessage(
      await startRun(deps, call, {
        ...request,
        targetType: targetTypes.readRequired('targetType', targetType),
        mode: modes.readRequired('mode', mode),
      }).then(({ id: runId }) => getRun(deps, call, { runId })),
    ),
  }),
  listRuns: async (deps, call, request) =>
    toListRunsResponse(await listRuns(deps, call, readRunFilter(request))),
  getRun: async (deps, call, request) => ({ run: toRunMessage(await getRun(deps, call, request)) }),
  cancelRun: async (deps, call, request) => ({ run: toRunMessage(await cancelRun(deps, call, request)) }),
};
