import { createChannel } from '@assay/chassis/grpc/client';
import type { Channel } from '@assay/chassis/grpc/client';
import type { ServiceBase } from '@assay/chassis/service-base';
import { openStorage } from '@assay/chassis/storage/open-storage';
import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import { loadTrustList } from '@assay/media/c2pa/load-trust-list';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { createStageExecutor } from './stages/stage-executor.ts';
import type { StageExecutor } from './stages/stage-executor.ts';
import { createRunsStore } from './store/runs-store.ts';
import { createStagesStore } from './store/stages-store.ts';

export async function createDeps(base: ServiceBase, config: Config): Promise<Deps> {
  const { clock, db, relay } = base;
  const projectsFiles = openChannel(base, 'projects-files', config.projectsFilesAddress);
  const billing = openChannel(base, 'billing', config.billingAddress);
  return {
    clock,
    relay,
    runs: createRunsStore(db),
    stages: createStagesStore(db),
    storage: await openStorage(base, config),
    projects: projectsFiles.client(ProjectsServiceService),
    files: projectsFiles.client(FilesServiceService),
    billing: billing.client(BillingServiceService),
    executor: openExecutor(base, config, await loadTrustList(config.c2paTrustListFile)),
  };
}

function openChannel({ tokens, runtime }: ServiceBase, name: string, address: string): Channel {
  const channel = createChannel({ address, tokens });
  runtime.lifecycle.onStop(`channel to ${name}`, () => channel.close());
  return channel;
}

function openExecutor(
  { runtime }: ServiceBase,
  { stageThreads: threads, stageTimeoutMs: timeoutMs }: Config,
  trustList: C2paTrustList | undefined,
): StageExecutor {
  const executor = createStageExecutor({ threads, timeoutMs, trustList });
  runtime.lifecycle.onStop('worker threads', () => executor.close());
  return executor;
}
