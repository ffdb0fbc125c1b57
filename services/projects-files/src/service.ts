import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { bootService } from '@assay/chassis/boot-service';
import type { RunningService, ServiceParts } from '@assay/chassis/boot-service';
import { serve } from '@assay/chassis/grpc/serve';
import type { BootOptions, ServiceBase } from '@assay/chassis/service-base';
import { openStorage } from '@assay/chassis/storage/open-storage';
import { loadTrustList } from '@assay/media/c2pa/load-trust-list';
import type { ProjectsFilesConfig } from './config.ts';
import { onAudioEnrichmentRequested } from './consumers/on-audio-enrichment-requested.ts';
import { onImageEnrichmentRequested } from './consumers/on-image-enrichment-requested.ts';
import { onTextEnrichmentRequested } from './consumers/on-text-enrichment-requested.ts';
import { onVideoEnrichmentRequested } from './consumers/on-video-enrichment-requested.ts';
import type { Deps } from './deps.ts';
import { sweepUploads } from './domain/sweep-uploads.ts';
import { enrichmentStream, filesStream } from './events/streams.ts';
import { createMediaReader } from './reading/media-reader.ts';
import { createScratchFiles } from './reading/scratch-files.ts';
import { createTurns } from './reading/turns.ts';
import { repeat } from './repeat.ts';
import { batchGetFiles } from './rpc/batch-get-files.ts';
import { createDownloadLink } from './rpc/create-download-link.ts';
import { createProject } from './rpc/create-project.ts';
import { getFile } from './rpc/get-file.ts';
import { getProject } from './rpc/get-project.ts';
import { listFiles } from './rpc/list-files.ts';
import { listProjects } from './rpc/list-projects.ts';
import { createFilesStore, filesCollection, filesIndexes } from './store/files-store.ts';
import { createProjectsStore, projectsCollection, projectsIndexes } from './store/projects-store.ts';
import { createUploadsStore, uploadsCollection, uploadsIndexes } from './store/uploads-store.ts';
import { startUploadListener } from './upload/upload-listener.ts';

export interface RunningProjectsFiles extends RunningService {
  /** `host:port` of the upload listener; undefined without role `api`. */
  readonly uploadAddress: string | undefined;
}

const sweepEveryMs = 60_000;

export async function startService(
  config: ProjectsFilesConfig,
  options: BootOptions = {},
): Promise<RunningProjectsFiles> {
  let uploadAddress: string | undefined;
  const holdings = {
    name: 'projects-files',
    indexes: {
      [projectsCollection]: projectsIndexes,
      [filesCollection]: filesIndexes,
      [uploadsCollection]: uploadsIndexes,
    },
    streams: [filesStream, enrichmentStream],
    outboxes: [filesCollection],
  };
  const compose = async (base: ServiceBase): Promise<ServiceParts> => {
    const deps = await createDeps(base, config);
    if (config.roles.includes('worker')) startSweeping(base, deps);
    if (config.roles.includes('api')) uploadAddress = await startUploads(base, deps, config);
    return { rpcs: serveAll(deps), consumers: createConsumers(base, deps, config) };
  };
  const running = await bootService({ ...holdings, compose }, config, options);
  return { ...running, uploadAddress };
}

async function createDeps(base: ServiceBase, config: ProjectsFilesConfig): Promise<Deps> {
  const { db, relay, clock, runtime } = base;
  const { logger, lifecycle } = runtime;
  const storage = await openStorage(base, config);
  const reader = createMediaReader({
    size: config.enrichmentConcurrency,
    timeoutMs: config.enrichmentTimeoutMs,
    maxRssBytes: config.enrichmentMaxRssBytes,
    trustList: await loadTrustList(config.c2paTrustListFile),
    logger,
  });
  lifecycle.onStop('media reader', () => reader.close());
  return {
    clock,
    logger,
    storage,
    reader,
    projects: createProjectsStore(db),
    files: createFilesStore(db, relay),
    uploads: createUploadsStore(db),
    uploadLimits: {
      image: config.uploadMaxImageBytes,
      audio: config.uploadMaxAudioBytes,
      video: config.uploadMaxVideoBytes,
      document: config.uploadMaxDocumentBytes,
    },
    scratch: createScratchFiles(config.enrichmentTempDir, clock),
    turns: createTurns(config.enrichmentConcurrency),
  };
}

function serveAll(deps: Deps): ServiceParts['rpcs'] {
  return [
    serve(ProjectsServiceService, deps, { createProject, getProject, listProjects }),
    serve(FilesServiceService, deps, { getFile, batchGetFiles, listFiles, createDownloadLink }),
  ];
}

function createConsumers({ events, runtime }: ServiceBase, deps: Deps, config: ProjectsFilesConfig) {
  const options = {
    connection: events,
    metrics: runtime.metrics,
    concurrency: config.enrichmentConcurrency,
    ackWaitMs: config.enrichmentAckWaitMs,
  };
  return [
    onImageEnrichmentRequested(deps, options),
    onAudioEnrichmentRequested(deps, options),
    onVideoEnrichmentRequested(deps, options),
    onTextEnrichmentRequested(deps, options),
  ];
}

function startSweeping({ runtime }: ServiceBase, deps: Deps): void {
  repeat(runtime, { name: 'upload sweeper', everyMs: sweepEveryMs, run: () => sweepUploads(deps) });
  repeat(runtime, { name: 'scratch sweeper', everyMs: sweepEveryMs, run: () => deps.scratch.sweep() });
}

function startUploads(
  { runtime, verifier }: ServiceBase,
  deps: Deps,
  config: ProjectsFilesConfig,
): Promise<string> {
  return startUploadListener(deps, {
    runtime,
    verifier,
    host: config.uploadHost,
    port: config.uploadPort,
    timeoutMs: config.uploadTimeoutMs,
    idleTimeoutMs: config.uploadIdleTimeoutMs,
    drainTimeoutMs: config.uploadDrainTimeoutMs,
  });
}
