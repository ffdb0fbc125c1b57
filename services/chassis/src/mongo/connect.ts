import { MongoClient, ReadConcern } from 'mongodb';
import type { Db, MongoClientOptions, TopologyDescription } from 'mongodb';
import { isTracing } from '../process/tracing/spans.ts';
import { traceCommands } from '../process/tracing/trace-commands.ts';
import { isMongoUnavailable } from './unavailable.ts';

export interface MongoOptions {
  readonly uri: string;
  readonly database: string;
  readonly appName: string;
  /** Emits the driver's command events on `client`, for tests that watch which filters are sent. */
  readonly monitorCommands?: boolean | undefined;
  /** How long to look for a server that can be used, at the start and for each call; default 5 s. */
  readonly serverSelectionTimeoutMs?: number | undefined;
  /**
   * How long the server may leave one command unanswered, a connection unmade or a caller without one; what reads is sent
   * once more. No limit unless given: commands of operators build indexes and compare everything there is.
   */
  readonly timeoutMs?: number | undefined;
}

export interface MongoConnection {
  readonly db: Db;
  readonly client: MongoClient;
  /** Rejects when no server answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Shorter than the calls that wait for it, so that they are told what is away instead of running out of time. */
const defaultTimeoutMs = 5_000;

/** No server could be used; the message names hosts and never credentials. */
export class MongoUnavailableError extends Error {
  override readonly name = 'MongoUnavailableError';
}

/**
 * Connects, or rejects with MongoUnavailableError. Writes are acknowledged by a majority and journalled, since weaker
 * ones are lost in elections (Jepsen, MongoDB 4.2.6); reads are majority reads where the server is a replica set. The
 * embedded server is none and has no sessions: the driver then sends neither sessions nor retryable writes.
 */
export async function connectMongo(options: MongoOptions): Promise<MongoConnection> {
  const client = new MongoClient(options.uri, clientOptions(options));
  if (isTracing()) traceCommands(client);
  const isReplicaSet = await detectReplicaSet(client, options);
  const db = client.db(options.database, isReplicaSet ? { readConcern: new ReadConcern('majority') } : {});
  return {
    db,
    client,
    async ping() {
      await db.command({ ping: 1 });
    },
    close: () => client.close(),
  };
}

function clientOptions(options: MongoOptions): MongoClientOptions {
  const { timeoutMs } = options;
  return {
    appName: options.appName,
    monitorCommands: options.monitorCommands === true || isTracing(),
    serverSelectionTimeoutMS: options.serverSelectionTimeoutMs ?? defaultTimeoutMs,
    ...(timeoutMs === undefined ? {} : buildTimeouts(timeoutMs)),
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: 10_000 },
    retryWrites: true,
    retryReads: true,
    // An undefined value that vanished from a filter would widen it.
    ignoreUndefined: false,
  };
}

/** The driver's own `timeoutMS`, for an operation as a whole, has no effect any more. */
function buildTimeouts(ms: number): MongoClientOptions {
  return { socketTimeoutMS: ms, connectTimeoutMS: ms, waitQueueTimeoutMS: ms };
}

/** Whether the server is more than a single one; asked of the driver, as the embedded server knows no `hello`. */
async function detectReplicaSet(client: MongoClient, options: MongoOptions): Promise<boolean> {
  let topology: TopologyDescription | undefined;
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    topology = newDescription;
  });
  try {
    await client.connect();
    return topology !== undefined && (topology.setName !== null || topology.type !== 'Single');
  } catch (error) {
    await client.close();
    if (!isMongoUnavailable(error)) throw error;
    const hosts = client.options.hosts.map((host) => host.toString()).join(', ');
    const waitedMs = options.serverSelectionTimeoutMs ?? defaultTimeoutMs;
    const message = `no MongoDB server at ${hosts} could be used within ${waitedMs.toString()} ms: ${error.message}`;
    throw new MongoUnavailableError(message, { cause: error });
  }
}
