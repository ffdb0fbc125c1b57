import { readConfig } from '@assay/local/config';
import { environmentOf } from '@assay/local/platform/environment';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { freePorts } from '@assay/local/platform/ports';
import type { Target } from './delivery-load.ts';
import type { LoopStart } from './full-loop.ts';

const service = 'crowd-webhooks';

/** Builds the environment of a worker of crowd-webhooks on free ports. */
export async function buildWorkerEnvironment(
  layout: PlatformLayout,
  variables: Readonly<Record<string, string>>,
): Promise<NodeJS.ProcessEnv> {
  const [grpc = 0, admin = 0] = await freePorts(2);
  const ports = { ...layout.ports, [service]: { grpc, admin } };
  const own = environmentOf(service, { ...layout, ports });
  return { ...readConfig().inherited, ...own, ...variables, ROLES: 'worker' };
}

export function buildLoopStart(
  layout: PlatformLayout,
  { targets, secret }: { readonly targets: readonly Target[]; readonly secret: string },
): LoopStart {
  const environment = environmentOf(service, layout);
  return {
    secret,
    natsUrl: layout.servers.nats.url,
    namespace: layout.natsNamespace,
    mongodbUri: environment['MONGODB_URI'] ?? '',
    database: `${layout.databasePrefix}-loop`,
    targets: targets.map(({ projectId, origin }) => ({
      _id: projectId,
      origin,
      owner: { kind: 'project', id: projectId },
    })),
  };
}
