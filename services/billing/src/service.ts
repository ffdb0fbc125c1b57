import { bootService } from '@assay/chassis/boot-service';
import type { RunningService } from '@assay/chassis/boot-service';
import { auditStream } from '@assay/chassis/events/audit';
import type { BootOptions, ServiceBase } from '@assay/chassis/service-base';
import type { Config } from './config.ts';
import { createConsumers } from './create-consumers.ts';
import { createDeps } from './deps.ts';
import { serveRpcs } from './rpcs.ts';
import { accountCollection, accountIndexes } from './store/account-store.ts';
import { ledgerCollection, ledgerIndexes } from './store/ledger-store.ts';
import { transactionCollection, transactionIndexes } from './store/transaction-store.ts';
import { billingStream, billingWorkStream } from './streams.ts';
import { sweepExpiredTopUps } from './sweep-expired-top-ups.ts';

export interface StartOptions extends BootOptions {
  /** Delays before the second, third, … delivery of an event that failed. */
  readonly backoffMs?: readonly number[];
}

/** Accounts, holds, the ledger, transactions and payments. */
export function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const definition = {
    name: 'billing',
    indexes: {
      [accountCollection]: accountIndexes,
      [ledgerCollection]: ledgerIndexes,
      [transactionCollection]: transactionIndexes,
    },
    outboxes: [accountCollection, transactionCollection],
    streams: [auditStream, billingStream, billingWorkStream],
    compose(base: ServiceBase) {
      const deps = createDeps(base, config);
      if (config.roles.includes('relay')) sweepExpiredTopUps(deps, base.runtime);
      return { rpcs: serveRpcs(deps), consumers: createConsumers(base, deps, options.backoffMs) };
    },
  };
  return bootService(definition, config, options);
}
