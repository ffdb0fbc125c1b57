import { bootService } from '@assay/chassis/boot-service';
import type { RunningService, ServiceParts } from '@assay/chassis/boot-service';
import type { BootOptions, ServiceBase } from '@assay/chassis/service-base';
import type { Config } from './config.ts';
import { onAudioEnrichmentRequested } from './consumers/on-audio-enrichment-requested.ts';
import { onImageEnrichmentRequested } from './consumers/on-image-enrichment-requested.ts';
import { onTextEnrichmentRequested } from './consumers/on-text-enrichment-requested.ts';
import { onVideoEnrichmentRequested } from './consumers/on-video-enrichment-requested.ts';
import { createDeps } from './deps.ts';
import type { Deps } from './deps.ts';
import { sweepUploads } from './domain/upload/sweep-uploads.ts';
import { enrichmentStream, filesStream } from './streams.ts';
import { repeat } from './repeat.ts';
import { serveRpcs } from './rpcs.ts';
import { fileCollection, fileIndexes } from './store/file-store.ts';
import { projectCollection, projectIndexes } from './store/project-store.ts';
import { uploadCollection, uploadIndexes } from './store/upload-store.ts';
import { startUploadListener } from './upload/upload-listener.ts';

export interface RunningProjectsFiles extends RunningService {
  /** `host:port` of the upload listener; undefined without role `api`. */
  readonly uploadAddress: string | undefined;
}

const sweepEveryMs = 60_000;

export async function startService(config: Config, options: BootOptions = {}): Promise<RunningProjectsFiles> {
  let uploadAddress: string | undefined;
  const holdings = {
    name: 'projects-files',
    indexes: {
      [projectCollection]: projectIndexes,
      [fileCollection]: fileIndexes,
      [uploadCollection]: uploadIndexes,
    },
    streams: [filesStream, enrichmentStream],
    outboxes: [fileCollection],
  };
  const compose = async (base: ServiceBase): Promise<ServiceParts> => {
    const deps = await createDeps(base, config);
    if (config.roles.includes('worker')) startSweeping(base, deps);
    if (config.roles.includes('api')) uploadAddress = await startUploads(base, deps, config);
    return { rpcs: serveRpcs(deps), consumers: createConsumers(base, deps, config) };
  };
  const running = await bootService({ ...holdings, compose }, config, options);
  return { ...running, uploadAddress };
}

function createConsumers({ events, runtime }: ServiceBase, deps: Deps, config: Config) {
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

function startUploads({ runtime, verifier }: ServiceBase, deps: Deps, config: Config): Promise<string> {
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
