import { MongoClient, ReadConcern } from 'mongodb';
import type { Db, MongoClientOptions, TopologyDescription } from 'mongodb';
import { isTracing } from '../process/tracing/spans.ts';
import { traceCommands } from '../process/tracing/trace-commands.ts';
import { isMongoUnavailable } from './unavailable.ts';

export interface MongoOptions {
  readonly uri: string;
  readonly database: string;
  readonly appName: string;
  /** Emits the driver's command events on `client`. Tests read the sent filters from them. */
  readonly monitorCommands?: boolean | undefined;
  /** Maximum time to find a usable server, when connecting and for each call. Default: 5 s. */
  readonly serverSelectionTimeoutMs?: number | undefined;
  /**
   * Maximum time for the reply to one command, for a new connection and for a free connection of the pool. After it
   * the driver repeats reads once. Undefined means no limit: operator commands build indexes and read whole
   * collections.
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

/**
 * Shorter than the deadlines of calls, so that callers learn that MongoDB is unavailable instead of reaching their
 * deadline.
 */
const defaultTimeoutMs = 5_000;

/** Thrown when no MongoDB server is usable. Its message names the hosts and never contains credentials. */
export class MongoUnavailableError extends Error {
  override readonly name = 'MongoUnavailableError';
}

/**
 * Connects to MongoDB. Rejects with MongoUnavailableError when no server is usable in time.
 *
 * Writes use write concern majority with journalling, because elections can lose weaker writes (Jepsen, MongoDB
 * 4.2.6). Reads use read concern majority on a replica set. The embedded server is not a replica set and has no
 * sessions, so the driver sends it neither sessions nor retryable writes.
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
    // A filter that silently lost an undefined value would match more documents.
    ignoreUndefined: false,
  };
}

/** Builds the timeouts of the driver. Its option `timeoutMS` for a whole operation no longer has an effect. */
function buildTimeouts(ms: number): MongoClientOptions {
  return { socketTimeoutMS: ms, connectTimeoutMS: ms, waitQueueTimeoutMS: ms };
}

/**
 * Connects, and returns true for a replica set or a sharded cluster. Reads the topology from the driver, because the
 * embedded server does not support `hello`.
 */
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
    const message = `no MongoDB server at ${hosts} is usable after ${waitedMs.toString()} ms: ${error.message}`;
    throw new MongoUnavailableError(message, { cause: error });
  }
}
