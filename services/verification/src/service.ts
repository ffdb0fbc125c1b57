import { bootService } from '@assay/chassis/boot-service';
import type { RunningService } from '@assay/chassis/boot-service';
import { createConsumer } from '@assay/chassis/events/consumer';
import type { Consumer } from '@assay/chassis/events/consumer';
import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import type { BootOptions, ServiceBase } from '@assay/chassis/service-base';
import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { RunCompleted, RunFailed, RunStarted, StageRequested } from '@assay/proto/runs/v1/run_events';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { onStageAbandoned, onStageRequested } from './consumers/on-stage-requested.ts';
import type { Config } from './config.ts';
import { createDeps } from './create-deps.ts';
import type { Deps } from './deps.ts';
import { countRuns } from './rpc/count-runs.ts';
import { getPipeline } from './rpc/get-pipeline.ts';
import { getReport } from './rpc/get-report.ts';
import { getRun } from './rpc/get-run.ts';
import { listArtifacts } from './rpc/list-artifacts.ts';
import { listPipelines } from './rpc/list-pipelines.ts';
import { listRuns } from './rpc/list-runs.ts';
import { startRun } from './rpc/start-run.ts';
import { sweepAbandonedStarts } from './stages/release-abandoned-starts.ts';
import { runsCollection, runsIndexes } from './store/runs-store.ts';

const dayMs = 86_400_000;
const workStream = 'RUN_WORK';

export function startService(config: Config, options?: BootOptions): Promise<RunningService> {
  return bootService(
    {
      name: 'verification',
      indexes: { [runsCollection]: runsIndexes },
      outboxes: [runsCollection],
      streams: [
        {
          name: 'RUNS',
          messages: [RunStarted, RunCompleted, RunFailed],
          retention: 'limits',
          maxAgeMs: 7 * dayMs,
        },
        { name: workStream, messages: [StageRequested], retention: 'workqueue', maxAgeMs: 7 * dayMs },
      ],
      compose: async (base) => {
        const deps = await createDeps(base, config);
        if (config.roles.includes('worker')) sweepAbandonedStarts(deps, base.runtime);
        return { rpcs: rpcs(deps), consumers: [stageWorker(base, deps, config)] };
      },
    },
    config,
    options,
  );
}

function rpcs(deps: Deps): ServedService[] {
  return [
    serve(CatalogServiceService, deps, { listPipelines, getPipeline }),
    serve(RunsServiceService, deps, { startRun, getRun, listRuns, countRuns, listArtifacts, getReport }),
  ];
}

function stageWorker({ events, runtime }: ServiceBase, deps: Deps, config: Config): Consumer {
  return createConsumer({
    connection: events,
    stream: workStream,
    durable: 'verification__on-stage-requested',
    message: StageRequested,
    handle: (event, context) => onStageRequested(deps, event, context),
    onDeadLetter: (event, reason) => onStageAbandoned(deps, event, reason),
    concurrency: config.stageThreads,
    ackWaitMs: 15_000,
    maxDeliver: 6,
    metrics: runtime.metrics,
    logger: runtime.logger,
  });
}
