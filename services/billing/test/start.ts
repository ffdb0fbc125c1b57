import type { CommandStartedEvent } from 'mongodb';
import { connectNats } from '@assay/chassis/events/connection';
import { newEvent } from '@assay/chassis/events/event';
import type { MessageType } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { ensureStream } from '@assay/chassis/events/streams';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import { RunCompleted, RunFailed, RunStarted } from '@assay/proto/runs/v1/run_events';
import { uncoveredQueries } from '@assay/test-kit/index-coverage';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { configFrom } from '../src/config.ts';
import { startService } from '../src/service.ts';
import { createAccountStore } from '../src/store/account-store.ts';
import { createLedgerStore } from '../src/store/ledger-store.ts';
import { createTransactionStore } from '../src/store/transaction-store.ts';

export const hourMs = 3_600_000;
const logger = createLogger({ name: 'billing-test', level: 'silent' });

/** The streams as their owners declare them. */
export const foreignStreams = [
  { name: 'ORGANIZATIONS', messages: [OrganizationCreated], retention: 'limits', maxAgeMs: hourMs },
  { name: 'RUNS', messages: [RunStarted, RunCompleted, RunFailed], retention: 'limits', maxAgeMs: hourMs },
] as const;

/** A running billing whose accounts open with `welcomeCreditCents`, its clients, and the servers behind it. */
export async function start(welcomeCreditCents: number) {
  const platform = createTestPlatform();
  const environment = {
    ...platform.environment('billing'),
    IDENTITY_ORG_ADDRESS: '127.0.0.1:1',
    WELCOME_CREDIT_CENTS: welcomeCreditCents.toString(),
  };
  const config = configFrom(environment);
  const commands: CommandStartedEvent[] = [];
  const onCommand = (command: CommandStartedEvent) => void commands.push(command);
  const service = await startService(config, { backoffMs: [50], onCommand });
  const gateway = platform.connect(service.grpcAddress);
  const verification = platform.connect(service.grpcAddress, 'verification');
  const name = 'billing-test';
  const mongo = await connectMongo({ uri: config.mongodbUri, database: platform.database, appName: name });
  const events = await connectNats({ url: config.natsUrl, name, namespace: platform.natsNamespace, logger });
  const publisher = createPublisher(events);
  return {
    platform,
    config,
    service,
    events,
    db: mongo.db,
    accounts: createAccountStore(mongo.db, { notify: () => undefined }),
    ledger: createLedgerStore(mongo.db),
    transactions: createTransactionStore(mongo.db),
    asGateway: gateway.client(BillingServiceService),
    asVerification: verification.client(BillingServiceService),
    async ensureStreams() {
      for (const stream of foreignStreams) await ensureStream(events, stream);
    },
    async publish<T>(type: MessageType<T>, value: T, organizationId: string) {
      const event = newEvent(type, value, { organizationId });
      await publisher.publish(event);
      return event;
    },
    /** What it has asked the database so far and no index serves. */
    uncoveredQueries: () => uncoveredQueries(commands, mongo.db),
    async stop() {
      gateway.close();
      verification.close();
      await service.stop();
      await Promise.all([events.close(), mongo.close()]);
    },
  };
}
