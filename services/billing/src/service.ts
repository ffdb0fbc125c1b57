import { bootService } from '@assay/chassis/process/boot/boot-service';
import type { RunningService } from '@assay/chassis/process/boot/boot-service';
import { createConsumers } from '@assay/chassis/events/consumer';
import type { PeriodicTask } from '@assay/chassis/process/periodic-task';
import type { BootOptions, ServiceBase } from '@assay/chassis/process/boot/service-base';
import { createRedriveTask } from '@assay/chassis/work/redrive';
import type { Config } from './config.ts';
import { consumers } from './consumers.ts';
import { createDeps } from './deps.ts';
import type { Deps } from './deps.ts';
import { unfinishedAutoTopUps } from './domain/auto-top-up/unfinished-auto-top-ups.ts';
import { publishOverdueHolds } from './domain/hold/publish-overdue-holds.ts';
import { cancelExpiredTopUps } from './domain/top-up/cancel-expired-top-ups.ts';
import { consumerTuning, declareResources } from './resources.ts';
import { serveRpcs } from './rpcs.ts';

export interface StartOptions extends BootOptions {
  /** Delays before the second, third, … delivery of an event that failed. */
  readonly backoffMs?: readonly number[];
}

/** Accounts, holds, the ledger, transactions and payments. */
export function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const definition = {
    ...declareResources(),
    compose(base: ServiceBase) {
      const deps = createDeps(base, config);
      const tuning = { ...consumerTuning, backoffMs: options.backoffMs };
      return {
        rpcs: serveRpcs(deps),
        consumers: createConsumers(base, deps, consumers, tuning),
        tasks: tasks(deps, config),
      };
    },
  };
  return bootService(definition, config, options);
}

function tasks(deps: Deps, { holdOverdueMs }: Config): PeriodicTask[] {
  const role = 'relay';
  return [
    { name: 'ledger drainer', everyMs: 1_000, role, run: () => deps.drainer.sweep() },
    { name: 'migration of accounts', everyMs: 60_000, role, run: () => deps.accounts.migrateEarlier() },
    { name: 'redrive of holds', everyMs: 5_000, role, run: () => publishOverdueHolds(deps, holdOverdueMs) },
    createRedriveTask('redrive of automatic top-ups', deps, unfinishedAutoTopUps(deps)),
    { name: 'cancellation of expired top-ups', everyMs: 30_000, role, run: () => cancelExpiredTopUps(deps) },
  ];
}
