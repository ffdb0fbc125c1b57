import { bootService } from '@assay/chassis/process/boot/boot-service';
import type { RunningService } from '@assay/chassis/process/boot/boot-service';
import { createConsumers } from '@assay/chassis/events/consumer';
import { createServiceIdempotency } from '@assay/chassis/idempotency/open-idempotency';
import type { PlaceLimits } from '@assay/chassis/http/fair-places';
import type { PeriodicTask } from '@assay/chassis/process/periodic-task';
import type { BootOptions, ServiceBase } from '@assay/chassis/process/boot/service-base';
import { uploadDrainMs } from '@assay/chassis/process/stop-times';
import { objectDeletionTask } from '@assay/chassis/storage/object-deletions';
import { createRedriveTask } from '@assay/chassis/work/redrive';
import type { Config } from './config.ts';
import { consumersOf } from './consumers.ts';
import { createDeps } from './deps.ts';
import type { Deps } from './deps.ts';
import { createEnrichmentWorker } from './domain/file/enrich-file.ts';
import { byKind, mediaKinds } from './domain/file/media-kind.ts';
import { createRenditionWorker } from './domain/work-file/make-rendition.ts';
import { sweepDatasetUploads } from './domain/dataset-upload/sweep-dataset-uploads.ts';
import { sweepDerivedObjects } from './domain/derived-object/release-objects.ts';
import { finishFolders } from './domain/folder/finish-folders.ts';
import { finishWorkflows } from './domain/workflow/finish-workflows.ts';
import { settleUsage } from './domain/room/room.ts';
import { sweepResumableUploads } from './domain/resumable-upload/end-upload.ts';
import { sweepUploads } from './domain/upload/sweep-uploads.ts';
import { declareResources, tuningOf } from './resources.ts';
import { serveRpcs } from './rpcs.ts';
import { startUploadListener } from './upload/upload-listener.ts';

export interface RunningProjectsFiles extends RunningService {
  /** `host:port` of the upload listener; undefined without role `api`. */
  readonly uploadAddress: string | undefined;
}

/** Projects, their files, uploads and enrichment. */
export async function startService(config: Config, options: BootOptions = {}): Promise<RunningProjectsFiles> {
  let uploadAddress: string | undefined;
  const definition = {
    ...declareResources(config),
    async compose(base: ServiceBase) {
      const deps = await createDeps(base, config);
      const { stopping } = base.runtime.lifecycle;
      const slots = config.enrichmentConcurrency;
      const enrichmentWorkers = byKind((kind) =>
        createEnrichmentWorker({ ...deps, enrichments: deps.files.enrichments[kind] }, { slots, stopping }),
      );
      const renditionWorker = createRenditionWorker(deps, { slots, stopping });
      if (config.roles.includes('api')) uploadAddress = await startUploads(base, deps, config);
      return {
        rpcs: serveRpcs(deps),
        consumers: createConsumers(
          base,
          { ...deps, enrichmentWorkers, renditionWorker },
          consumersOf(config.enrichmentKinds),
          tuningOf(config),
        ),
        tasks: tasks(deps),
      };
    },
  };
  const running = await bootService(definition, config, options);
  return { ...running, uploadAddress };
}

/** The first ones ask again for what was forgotten, the others remove what killed processes left behind. */
function tasks(deps: Deps): PeriodicTask[] {
  const every = { everyMs: 60_000, role: 'worker' } as const;
  return [
    ...mediaKinds.map((kind) =>
      createRedriveTask(`redrive of ${kind} files`, deps, deps.files.enrichments[kind]),
    ),
    createRedriveTask('redrive of renditions', deps, deps.renditions),
    createRedriveTask('announcement of deletions', deps, deps.tombstones),
    createRedriveTask('announcement of overdue uploads', deps, deps.datasetUploads.overdue),
    createRedriveTask('questions about open runs', deps, deps.pipelineRuns.unfinished),
    { name: 'finishing of folders', ...every, run: () => finishFolders(deps) },
    { name: 'finishing of workflows', ...every, run: () => finishWorkflows(deps) },
    { name: 'sweep of abandoned uploads', ...every, run: () => sweepUploads(deps) },
    { name: 'sweep of uploads to datasets', ...every, run: () => sweepDatasetUploads(deps) },
    { name: 'check of derived objects', ...every, run: () => sweepDerivedObjects(deps) },
    { name: 'return of room', ...every, everyMs: 5_000, run: () => settleUsage(deps) },
    { name: 'sweep of expired uploads', ...every, run: () => sweepResumableUploads(deps) },
    objectDeletionTask(deps.objectDeletions),
    { name: 'sweep of temporary folders', ...every, run: () => deps.temporaryFolders.sweep() },
  ];
}

/** Below the idle timeout of uploads: a request that waits for a place receives nothing. */
const bodyKeepMs = 20_000;

function shareOut(total: number, perOwner: number): PlaceLimits {
  return { total, perOwner, waitingPerOwner: 4 * perOwner, keepMs: bodyKeepMs };
}

function startUploads(base: ServiceBase, deps: Deps, config: Config): Promise<string> {
  return startUploadListener(deps, {
    runtime: base.runtime,
    verifier: base.verifier,
    idempotency: createServiceIdempotency(base, config),
    maxCsvBytes: config.uploadMaxCsvBytes,
    importLimits: shareOut(config.csvImports, config.csvImportsPerOrganization),
    partLimits: shareOut(config.uploadParts, config.uploadPartsPerOrganization),
    host: config.uploadHost,
    port: config.uploadPort,
    timeoutMs: config.uploadTimeoutMs,
    idleTimeoutMs: config.uploadIdleTimeoutMs,
    drainTimeoutMs: uploadDrainMs(config),
  });
}
