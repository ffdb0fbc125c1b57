import { bootService } from '@assay/chassis/boot-service';
import type { RunningService } from '@assay/chassis/boot-service';
import type { BootOptions, ServiceBase } from '@assay/chassis/service-base';
import type { Config } from './config.ts';
import { createConsumers } from './create-consumers.ts';
import { createDeps } from './create-deps.ts';
import { billingStream, billingWorkStream } from './events/billing-streams.ts';
import { serveRpcs } from './rpcs.ts';
import { accountIndexes, accountsCollection } from './store/account-store.ts';
import { ledgerIndexes } from './store/ledger-store.ts';
import { transactionIndexes, transactionsCollection } from './store/transaction-document.ts';
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
      [accountsCollection]: accountIndexes,
      ledger: ledgerIndexes,
      [transactionsCollection]: transactionIndexes,
    },
    outboxes: [accountsCollection, transactionsCollection],
    streams: [billingStream, billingWorkStream],
    compose(base: ServiceBase) {
      const deps = createDeps(base, config);
      if (config.roles.includes('relay')) sweepExpiredTopUps(deps, base.runtime);
      return { rpcs: serveRpcs(deps), consumers: createConsumers(base, deps, options.backoffMs) };
    },
  };
  return bootService(definition, config, options);
}
