import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { DataPlatformServiceService } from '@assay/proto/dataplatform/v1/data_platform_service';
import type { Deps } from '../deps.ts';
import { cancelRun } from '../domain/run/cancel-run.ts';
import { listPipelines } from '../domain/run/list-pipelines.ts';
import { getRun, listRuns } from '../domain/run/read-run.ts';
import { startRun } from '../domain/run/start-run.ts';
import { modalities } from './dataset-message.ts';
import { modes, targetTypes, toPipelineMessage } from './pipeline-message.ts';
import { readRunFilter, toListRunsResponse, toRunMessage } from './run-message.ts';

export const dataPlatformRpcs: Rpcs<Deps, typeof DataPlatformServiceService> = {
  listPipelines: (deps, _call, { mode, modality, targetType }) => {
    const filter = {
      mode: modes.read('mode', mode),
      modality: modalities.read('modality', modality),
      targetType: targetTypes.read('targetType', targetType),
    };
    const listed = listPipelines(deps, filter);
    const pipelines = listed.map(({ pipeline, statusReason }) => toPipelineMessage(pipeline, statusReason));
    return Promise.resolve({ pipelines });
  },
  startRun: async (deps, call, { targetType, mode, ...request }) => {
    const { id: runId } = await startRun(deps, call, {
      ...request,
      targetType: targetTypes.readRequired('targetType', targetType),
      mode: modes.readRequired('mode', mode),
    });
    return { run: toRunMessage(await getRun(deps, call, { runId })) };
  },
  listRuns: async (deps, call, request) =>
    toListRunsResponse(await listRuns(deps, call, readRunFilter(request))),
  getRun: async (deps, call, request) => ({ run: toRunMessage(await getRun(deps, call, request)) }),
  cancelRun: async (deps, call, request) => ({ run: toRunMessage(await cancelRun(deps, call, request)) }),
};
