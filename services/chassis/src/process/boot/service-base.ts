import type { CommandStartedEvent, Db } from 'mongodb';
import { systemClock } from '../../clock.ts';
import type { Clock } from '../../clock.ts';
import type { ConfigOf } from '../../config.ts';
import { connectNats, NatsUnavailableError } from '../../events/connection.ts';
import type { EventConnection } from '../../events/connection.ts';
import { createDueEventStore } from '../../events/due-event-store.ts';
import { createPublisher } from '../../events/publisher.ts';
import { countLookups } from '../../metrics.ts';
import { createTokenSigner, createTokenVerifier, processOfKey } from '../../tokens/internal-token.ts';
import type { TokenSigner, TokenVerifier } from '../../tokens/internal-token.ts';
import { serviceNames } from '@assay/proto/processes';
import { connectMongo, MongoUnavailableError } from '../../mongo/connect.ts';
import { measureBacklog } from '../../work/backlog-metrics.ts';
import { createRelay } from '../../mongo/relay.ts';
import type { Relay } from '../../mongo/relay.ts';
import { awaitPrepared } from './await-prepared.ts';
import { awaitServer } from '../await-server.ts';
import type { ServiceResources } from './resources.ts';
import { createRevocationReader, followRevocations } from './follow-revocations.ts';
import type { Revocations } from '../../tokens/revocations.ts';
import type { Runtime } from '../runtime.ts';
import { serviceSettings } from '../../settings/process.ts';
import { mongoLimits, mongoSettings, natsSettings } from '../../settings/servers.ts';
import { serviceTokens } from '../../tokens/token-source.ts';
import type { TokenSource } from '../../tokens/token-source.ts';

/** The settings of every service, which each service spreads into its own. */
export const baseSettings = { ...serviceSettings, ...mongoSettings, ...mongoLimits, ...natsSettings };
export type BaseConfig = ConfigOf<typeof baseSettings>;

/** The connections and building blocks of every service. */
export interface ServiceBase {
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly db: Db;
  readonly events: EventConnection;
  /** Publishes the outbox of a document right after its write. Only role `relay` also sweeps all outboxes. */
  readonly relay: Pick<Relay, 'notify'>;
  readonly signer: TokenSigner;
  readonly verifier: TokenVerifier;
  /** The tokens of this process for calls in its own name. */
  readonly tokens: TokenSource;
}

/** Hooks for tests. */
export interface BootOptions {
  readonly clock?: Clock;
  readonly onCommand?: (command: CommandStartedEvent) => void;
  /** Gets the connection to NATS, which counts its messages. */
  readonly onEvents?: (events: EventConnection) => void;
}

export interface BaseInput {
  readonly resources: ServiceResources;
  readonly config: BaseConfig;
  readonly runtime: Runtime;
  readonly options: BootOptions;
}

/** Connects to MongoDB and NATS, waits until both answer and the service is prepared, and starts the outbox sweep in role `relay`. */
export async function openBase(input: BaseInput): Promise<ServiceBase> {
  const { resources, config, runtime, options } = input;
  const { kid } = config.internalTokenKey;
  if (processOfKey(kid) !== resources.name) throw new Error(`INTERNAL_TOKEN_KEY is the key of ${kid}`);
  const clock = options.clock ?? systemClock;
  const signer = createTokenSigner(config.internalTokenKey, clock);
  const db = await openMongo(input);
  const events = await openNats(input);
  await awaitPrepared(resources, { db, events }, runtime);
  if (config.roles.includes('relay')) measureWork(input, { clock, db, events });
  const tokens = serviceTokens(resources.name, signer, clock);
  return {
    runtime,
    clock,
    db,
    events,
    relay: openRelay(input, { clock, db, events }),
    signer,
    verifier: createTokenVerifier(config.internalTokenJwks, clock, {
      service: serviceNames.find((name) => name === resources.name),
      lookups: countLookups(runtime.metrics, 'verified tokens'),
      revocations: openRevocations(input, { clock, db, events, tokens }),
    }),
    tokens,
  };
}

/** Follows revocations in role `api` only: other roles verify no tokens and need no access to identity-org. */
function openRevocations(
  { resources, config, runtime }: BaseInput,
  { clock, db, events, tokens }: Pick<ServiceBase, 'clock' | 'db' | 'events' | 'tokens'>,
): Revocations | undefined {
  if (!config.roles.includes('api')) return undefined;
  const address = config.revocationsAddress;
  const read = resources.readRevocations?.(db) ?? createRevocationReader({ runtime, tokens, address });
  return followRevocations({ runtime, clock, events, read });
}

async function openMongo({ resources, config, runtime, options }: BaseInput): Promise<Db> {
  const { mongodbUri: uri, mongodbDatabase: database, mongodbTimeoutMs: timeoutMs } = config;
  const appName = resources.name;
  const monitorCommands = options.onCommand !== undefined;
  const connection = await awaitServer(runtime, 'mongodb', MongoUnavailableError, () =>
    connectMongo({ uri, database, appName, timeoutMs, monitorCommands }),
  );
  runtime.lifecycle.onStop('mongodb', () => connection.close());
  runtime.dependencies.add('mongodb', () => connection.ping());
  if (options.onCommand !== undefined) connection.client.on('commandStarted', options.onCommand);
  return connection.db;
}

async function openNats({ resources, config, runtime, options }: BaseInput): Promise<EventConnection> {
  const { logger } = runtime;
  const { natsUrl: url, natsNamespace: namespace } = config;
  const connection = await awaitServer(runtime, 'nats', NatsUnavailableError, () =>
    connectNats({ url, namespace, name: resources.name, logger }),
  );
  runtime.lifecycle.onStop('nats', () => connection.close());
  runtime.dependencies.add('nats', () => connection.isConnected());
  options.onEvents?.(connection);
  return connection;
}

function measureWork(
  { resources, runtime: { metrics } }: BaseInput,
  { clock, db, events }: Pick<ServiceBase, 'clock' | 'db' | 'events'>,
): void {
  const dueEvents = createDueEventStore(db, clock);
  measureBacklog({ metrics, events, dueEvents, clock, durables: resources.durables ?? [] });
}

function openRelay(input: BaseInput, base: Pick<ServiceBase, 'clock' | 'db' | 'events'>): Relay {
  const { resources, config, runtime } = input;
  const relay = createRelay({
    db: base.db,
    clock: base.clock,
    collections: resources.outboxes ?? [],
    publisher: createPublisher(base.events),
    logger: runtime.logger,
    metrics: runtime.metrics,
  });
  runtime.lifecycle.onStop('relay', () => relay.stop());
  if (config.roles.includes('relay')) relay.start();
  return relay;
}
