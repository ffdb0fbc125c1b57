import { bootService } from '@assay/chassis/process/boot/boot-service';
import type { RunningService } from '@assay/chassis/process/boot/boot-service';
import { createConsumers } from '@assay/chassis/events/consumer';
import type { PeriodicTask } from '@assay/chassis/process/periodic-task';
import type { BootOptions, ServiceBase } from '@assay/chassis/process/boot/service-base';
import { objectDeletionTask } from '@assay/chassis/storage/object-deletions';
import { createRedriveTask } from '@assay/chassis/work/redrive';
import type { Config } from './config.ts';
import { consumers } from './consumers.ts';
import { createDeps } from './deps.ts';
import type { Deps } from './deps.ts';
import { releaseAbandonedStarts } from './domain/run/release-abandoned-starts.ts';
import { createStageWorker } from './domain/stage/execute-stage.ts';
import { removeLeftovers } from './domain/stage/remove-leftovers.ts';
import { declareResources } from './resources.ts';
import { serveRpcs } from './rpcs.ts';

/** The catalog of pipelines, runs and their stages, and reports. */
export function startService(config: Config, options?: BootOptions): Promise<RunningService> {
  const definition = {
    ...declareResources(config),
    async compose(base: ServiceBase) {
      const deps = await createDeps(base, config);
      const { stageConcurrency: slots } = config;
      const { stopping } = base.runtime.lifecycle;
      const stageWorker = createStageWorker(deps, { slots, stopping });
      return {
        rpcs: serveRpcs(deps),
        consumers: createConsumers(base, { ...deps, stageWorker }, consumers, { concurrency: slots }),
        tasks: tasks(deps),
      };
    },
  };
  return bootService(definition, config, options);
}

function tasks(deps: Deps): PeriodicTask[] {
  return [
    createRedriveTask('redrive of runs', deps, deps.unfinishedRuns),
    createRedriveTask('redrive of questions', deps, deps.openQuestions),
    {
      name: 'release of abandoned starts',
      everyMs: 30_000,
      role: 'worker',
      run: () => releaseAbandonedStarts(deps),
    },
    {
      name: 'removal of what failed stages stored',
      everyMs: 60_000,
      role: 'worker',
      run: () => removeLeftovers(deps),
    },
    objectDeletionTask(deps.objectDeletions),
    {
      name: 'sweep of temporary folders',
      everyMs: 60_000,
      role: 'worker',
      run: () => deps.temporaryFolders.sweep(),
    },
  ];
}
