import type { CommandStartedEvent, Db } from 'mongodb';
import { systemClock } from '@assay/chassis/clock';
import type { Clock } from '@assay/chassis/clock';
import { connectNats } from '@assay/chassis/events/connection';
import { newEvent } from '@assay/chassis/events/event';
import type { MessageType } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { ensureStream } from '@assay/chassis/events/streams';
import { createLogger } from '@assay/chassis/logger';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import { AnswerAccepted, JobFundsReleased, RunJobClosed } from '@assay/proto/crowd/v1/crowd_events';
import { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import { RunCompleted, RunFailed, RunStarted } from '@assay/proto/runs/v1/run_events';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { configFrom } from '../src/config.ts';
import { reconcileAccounts } from '../src/domain/reconciliation/reconcile-accounts.ts';
import { declareResources } from '../src/resources.ts';
import { startService } from '../src/service.ts';
import { createAccountStore } from '../src/store/account/account-store.ts';
import { createHoldStore } from '../src/store/hold-store.ts';
import { createLedgerStore } from '../src/store/ledger-store.ts';
import { createTransactionStore } from '../src/store/transaction/transaction-store.ts';
import { startContacts } from './contacts.ts';

export const hourMs = 3_600_000;
const logger = createLogger({ name: 'billing-test', level: 'silent' });

/** The streams as their owners declare them. */
export const foreignStreams = [
  { name: 'ORGANIZATIONS', messages: [OrganizationCreated], retention: 'limits', maxAgeMs: hourMs },
  { name: 'RUNS', messages: [RunStarted, RunCompleted, RunFailed], retention: 'limits', maxAgeMs: hourMs },
  {
    name: 'CROWD',
    messages: [AnswerAccepted, JobFundsReleased, RunJobClosed],
    retention: 'limits',
    maxAgeMs: hourMs,
  },
] as const;

export interface StartInput {
  readonly clock?: Clock;
  /** Beside what every test needs. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A running billing whose accounts open with `welcomeCreditCents`, its clients, and the servers behind it. */
export async function start(
  welcomeCreditCents: number,
  { clock = systemClock, environment }: StartInput = {},
) {
  const platform = createTestPlatform(clock);
  const admins = await startContacts(platform);
  const variables = {
    ...platform.environment('billing'),
    IDENTITY_ORG_ADDRESS: admins.address,
    WELCOME_CREDIT_CENTS: welcomeCreditCents.toString(),
    ...environment,
  };
  const config = configFrom(variables);
  const commands: CommandStartedEvent[] = [];
  const onCommand = (command: CommandStartedEvent) => void commands.push(command);
  const options = { backoffMs: [50], clock };
  const name = 'billing-test';
  const mongo = await connectMongo({ uri: config.mongodbUri, database: platform.database, appName: name });
  const events = await connectNats({ url: config.natsUrl, name, namespace: platform.natsNamespace, logger });
  for (const stream of foreignStreams) await ensureStream(events, stream);
  await prepareService(declareResources(), config);
  const service = await startService(config, { ...options, onCommand });
  const gateway = platform.connect(service.grpcAddress);
  const verification = platform.connect(service.grpcAddress, 'verification');
  const crowd = platform.connect(service.grpcAddress, 'crowd-webhooks');
  const publisher = createPublisher(events);
  const stores = storesOf(mongo.db);
  return {
    ...stores,
    platform,
    config,
    service,
    events,
    /** What the admins of organizations were mailed. */
    notices: admins.notices,
    db: mongo.db,
    asGateway: gateway.client(BillingServiceService),
    asVerification: verification.client(BillingServiceService),
    asCrowd: crowd.client(BillingServiceService),
    payments: gateway.client(TransactionsServiceService),
    topUps: gateway.client(TopUpsServiceService),
    /** Another process of the same service. */
    startAnother: (change: Readonly<Record<string, string>> = {}) =>
      startService(configFrom({ ...variables, ...change }), options),
    async publish<T>(type: MessageType<T>, value: T, organizationId: string) {
      const event = newEvent(type, value, { organizationId });
      await publisher.publish(event);
      return event;
    },
    /** Where an account is not the sum of its ledger, or its transactions tell otherwise. */
    ledgerProblems: () => ledgerProblems(stores),
    /** What it has asked the database so far and no index serves. */
    uncoveredQueries: () => findUncoveredQueries(commands, mongo.db),
    async stop() {
      gateway.close();
      verification.close();
      crowd.close();
      await service.stop();
      await admins.stop();
      await Promise.all([events.close(), mongo.close()]);
    },
  };
}

function storesOf(db: Db) {
  const relay = { notify: () => undefined };
  const ledger = createLedgerStore(db);
  const holds = createHoldStore(db);
  return {
    ledger,
    holds,
    accounts: createAccountStore(db, relay, { ledger, holds }),
    transactions: createTransactionStore(db, relay),
  };
}

async function ledgerProblems(stores: ReturnType<typeof storesOf>): Promise<string[]> {
  const found = await Array.fromAsync(reconcileAccounts(stores, new Date()));
  return found.flatMap(({ problems }) => problems);
}
