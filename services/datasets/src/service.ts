import { createConsumers } from '@assay/chassis/events/consumer';
import { bootService } from '@assay/chassis/process/boot/boot-service';
import type { RunningService } from '@assay/chassis/process/boot/boot-service';
import type { PeriodicTask } from '@assay/chassis/process/periodic-task';
import type { BootOptions, ServiceBase } from '@assay/chassis/process/boot/service-base';
import { days } from '@assay/chassis/units';
import { createRedriveTask } from '@assay/chassis/work/redrive';
import type { Config } from './config.ts';
import { consumers } from './consumers.ts';
import { createDeps } from './deps.ts';
import type { Deps } from './deps.ts';
import { checkJobs } from './domain/job/advance-job.ts';
import { createUnitWorker } from './domain/job/execute-unit.ts';
import { unfinishedUnits } from './domain/job/unfinished-units.ts';
import { createRunWorker, unfinishedRuns } from './domain/run/execute-run.ts';
import { collectReleases } from './domain/release/collect-releases.ts';
import { declareResources, readTuning } from './resources.ts';
import { serveRpcs } from './rpcs.ts';
import { limitWork } from './cleaning/work/work-limits.ts';

/** Datasets, their versions, and the jobs that derive them. */
export function startService(config: Config, options?: BootOptions): Promise<RunningService> {
  const definition = {
    ...declareResources(config),
    async compose(base: ServiceBase) {
      const deps = await createDeps(base, config);
      const { stopping } = base.runtime.lifecycle;
      const limits = limitWork(config);
      const unitWorkers = {
        clean: createUnitWorker(deps, 'clean', { slots: limits.clean.slots, stopping }),
        enrich: createUnitWorker(deps, 'enrich', { slots: limits.enrich.slots, stopping }),
      };
      const runWorker = createRunWorker(deps, { slots: limits.runs.slots, stopping });
      return {
        rpcs: serveRpcs(deps),
        consumers: createConsumers(base, { ...deps, unitWorkers, runWorker }, consumers, readTuning(config)),
        tasks: listTasks(deps),
      };
    },
  };
  return bootService(definition, config, options);
}

/** How long the decision about an upload is kept; no commit or discard comes later. */
const decisionsKeptMs = days(8);

function listTasks(deps: Deps): PeriodicTask[] {
  const { uploadDecisions, clock } = deps;
  const often = { everyMs: 5_000, role: 'worker' } as const;
  return [
    createRedriveTask('redrive of cleaning units', deps, unfinishedUnits(deps, 'clean')),
    createRedriveTask('redrive of enrichment units', deps, unfinishedUnits(deps, 'enrich')),
    createRedriveTask('redrive of runs on files', deps, unfinishedRuns(deps)),
    createRedriveTask('announcement of deletions', deps, deps.tombstones),
    { name: 'check of jobs', ...often, run: () => checkJobs(deps) },
    { name: 'removal of released files', ...often, run: () => collectReleases(deps) },
    {
      name: 'removal of upload decisions',
      everyMs: 600_000,
      role: 'worker',
      run: () => uploadDecisions.removeDecidedBefore(new Date(clock.now().getTime() - decisionsKeptMs)),
    },
    {
      name: 'sweep of temporary folders',
      everyMs: 60_000,
      role: 'worker',
      run: () => deps.temporaryFolders.sweep(),
    },
  ];
}
