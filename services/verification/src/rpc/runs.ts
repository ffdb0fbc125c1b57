import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import type { Deps } from '../deps.ts';
import { replayRun } from '../domain/replay/replay-run.ts';
import { cancelRun } from '../domain/run/cancel-run.ts';
import { estimateRun } from '../domain/estimate/estimate-run.ts';
import { getReport } from '../report/stored/get-report.ts';
import { getRun } from '../domain/run/get-run.ts';
import { listArtifacts } from '../domain/run/list-artifacts.ts';
import { listRunEvents } from '../domain/run/list-run-events.ts';
import { listRevisions } from '../domain/run/list-revisions.ts';
import { listRuns } from '../domain/run/list-runs.ts';
import { runPipeline } from '../domain/single-file-run/run-pipeline.ts';
import { restartRun } from '../domain/run/restart-run.ts';
import { listSignals } from '../domain/run/list-signals.ts';
import { summarizeRuns } from '../domain/run/summarize-runs.ts';
import { startRun } from '../domain/run/start-run.ts';
import { toReplayMessage, toRevisionMessage, toSignalMessage } from './finding-message.ts';
import { fromCrowdOptions } from './crowd-message.ts';
import { reportFormats, toArtifactMessage, toReportMessage } from './report-message.ts';
import {
  fromListRunsRequest,
  toEstimateMessage,
  toPipelineRunsMessage,
  toRunEventsMessage,
  toRunMessage,
  toRunPage,
  toSingleFileRunMessage,
} from './run-message.ts';

export const runsRpcs: Rpcs<Deps, typeof RunsServiceService> = {
  startRun: async (deps, call, request) => ({
    run: toRunMessage(await startRun(deps, call, { ...request, crowd: fromCrowdOptions(request.crowd) })),
  }),

  runPipeline: async (deps, call, request) => ({
    runs: (await runPipeline(deps, call, { ...request, crowd: fromCrowdOptions(request.crowd) })).map(
      toSingleFileRunMessage,
    ),
  }),

  estimateRun: async (deps, call, request) => ({
    estimate: toEstimateMessage(
      await estimateRun(deps, call, { ...request, crowd: fromCrowdOptions(request.crowd) }),
    ),
  }),

  cancelRun: async (deps, call, ref) => ({ run: toRunMessage(await cancelRun(deps, call, ref)) }),

  restartRun: async (deps, call, ref) => ({ run: toRunMessage(await restartRun(deps, call, ref)) }),

  replayRun: async (deps, call, ref) => ({ replay: toReplayMessage(await replayRun(deps, call, ref)) }),

  getRun: async (deps, call, request) => ({ run: toRunMessage(await getRun(deps, call, request)) }),

  listRunEvents: async (deps, call, request) => toRunEventsMessage(await listRunEvents(deps, call, request)),

  listRuns: async (deps, call, request) =>
    toRunPage(await listRuns(deps, call, fromListRunsRequest(request))),

  countRuns: async ({ runs }, { organizationId }, { projectId }) => ({
    runCount: await runs.count(organizationId, projectId),
  }),

  summarizeRuns: async (deps, call, { projectId }) => ({
    pipelines: (await summarizeRuns(deps, call, projectId)).map(toPipelineRunsMessage),
  }),

  listArtifacts: async (deps, call, request) => ({
    artifacts: (await listArtifacts(deps, call, request)).map(toArtifactMessage),
  }),

  listSignals: async (deps, call, ref) => ({
    signals: (await listSignals(deps, call, ref)).map(toSignalMessage),
  }),

  listRevisions: async (deps, call, ref) => ({
    revisions: (await listRevisions(deps, call, ref)).map(toRevisionMessage),
  }),

  getReport: async (deps, call, { format, ...ref }) =>
    toReportMessage(
      await getReport(deps, call, { ...ref, format: reportFormats.readRequired('format', format) }),
    ),
};
