import { bootService } from '@assay/chassis/boot-service';
import type { RunningService } from '@assay/chassis/boot-service';
import { createConsumer } from '@assay/chassis/events/consumer';
import type { Consumer } from '@assay/chassis/events/consumer';
import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import type { BootOptions, ServiceBase } from '@assay/chassis/service-base';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import { RunCompleted, RunFailed } from '@assay/proto/runs/v1/run_events';
import type { Config } from './config.ts';
import { onOrganizationCreated } from './consumers/on-organization-created.ts';
import { onRunCompleted } from './consumers/on-run-completed.ts';
import { onRunFailed } from './consumers/on-run-failed.ts';
import type { Deps } from './deps.ts';
import { createMoveQueue } from './domain/move-queue.ts';
import { createLedgerDrainer } from './ledger-drainer.ts';
import type { LedgerDrainer } from './ledger-drainer.ts';
import { getBalance } from './rpc/get-balance.ts';
import { listLedger } from './rpc/list-ledger.ts';
import { placeHold } from './rpc/place-hold.ts';
import { releaseHold } from './rpc/release-hold.ts';
import { unimplemented } from './rpc/unimplemented.ts';
import { accountIndexes, createAccountStore } from './store/account-store.ts';
import { createLedgerStore, ledgerIndexes } from './store/ledger-store.ts';
import { createTransactionStore, transactionIndexes } from './store/transaction-store.ts';

export interface StartOptions extends BootOptions {
  /** Delays before the second, third, … delivery of an event that failed. */
  readonly backoffMs?: readonly number[];
}

/** Accounts, holds and the ledger. */
export function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const definition = {
    name: 'billing',
    indexes: { accounts: accountIndexes, ledger: ledgerIndexes, transactions: transactionIndexes },
    compose(base: ServiceBase) {
      const deps = createDeps(base, config);
      return {
        rpcs: rpcsOf(deps),
        consumers: createConsumers(base, deps, options),
      };
    },
  };
  return bootService(definition, config, options);
}

function rpcsOf(deps: Deps): ServedService[] {
  return [
    serve(BillingServiceService, deps, {
      getBalance,
      listBalances: unimplemented,
      getBilling: unimplemented,
      placeHold,
      releaseHold,
      refundCharge: unimplemented,
      setAutoTopUp: unimplemented,
      setAlerts: unimplemented,
      listLedger,
    }),
    serve(TransactionsServiceService, deps, {
      listTransactions: unimplemented,
      getTransaction: unimplemented,
    }),
    serve(TopUpsServiceService, deps, {
      createTopUp: unimplemented,
      receivePaymentEvent: unimplemented,
      getMockCheckout: unimplemented,
      endMockCheckout: unimplemented,
    }),
  ];
}

function createDeps({ clock, db, runtime }: ServiceBase, config: Config): Deps {
  const { logger } = runtime;
  const accounts = createAccountStore(db);
  const ledger = createLedgerStore(db);
  const transactions = createTransactionStore(db);
  const drainer = createLedgerDrainer({ accounts, ledger, transactions, clock, logger });
  runtime.lifecycle.onStop('ledger drainer', () => drainer.stop());
  if (config.roles.includes('relay')) watchLedger(runtime, drainer);
  const { welcomeCreditCents } = config;
  const parts = { clock, accounts, ledger, drainer, welcomeCreditCents };
  return { ...parts, moves: createMoveQueue(parts) };
}

const lagTooLongMs = 30_000;

function watchLedger({ readiness }: ServiceBase['runtime'], drainer: LedgerDrainer): void {
  drainer.start();
  readiness.add('ledger', () => (drainer.lagMs() > lagTooLongMs ? 'entries wait to be recorded' : undefined));
}

function createConsumers(base: ServiceBase, deps: Deps, { backoffMs }: StartOptions): Consumer[] {
  const { events: connection, runtime } = base;
  const { logger, metrics } = runtime;
  const shared = { connection, logger, metrics, backoffMs, concurrency: 8, ackWaitMs: 30_000 };
  return [
    createConsumer({
      ...shared,
      stream: 'ORGANIZATIONS',
      durable: 'billing__on-organization-created',
      message: OrganizationCreated,
      handle: (event) => onOrganizationCreated(deps, event),
    }),
    createConsumer({
      ...shared,
      stream: 'RUNS',
      durable: 'billing__on-run-completed',
      message: RunCompleted,
      handle: (event, context) => onRunCompleted(deps, event, context),
    }),
    createConsumer({
      ...shared,
      stream: 'RUNS',
      durable: 'billing__on-run-failed',
      message: RunFailed,
      handle: (event, context) => onRunFailed(deps, event, context),
    }),
  ];
}
