import { bootService } from '@assay/chassis/process/boot/boot-service';
import type { RunningService } from '@assay/chassis/process/boot/boot-service';
import { createConsumers } from '@assay/chassis/events/consumer';
import type { BootOptions, ServiceBase } from '@assay/chassis/process/boot/service-base';
import type { Config } from './config.ts';
import { consumers } from './consumers.ts';
import { createDeps } from './deps.ts';
import { declareResources } from './resources.ts';
import { serveRpcs } from './rpcs.ts';

/** Users, sessions, API keys, organizations, memberships, invitations and the audit. */
export function startService(config: Config, options?: BootOptions): Promise<RunningService> {
  const definition = {
    ...declareResources(config),
    compose(base: ServiceBase) {
      const deps = createDeps(base, config);
      return { rpcs: serveRpcs(deps), consumers: createConsumers(base, deps, consumers) };
    },
  };
  return bootService(definition, config, options);
}
