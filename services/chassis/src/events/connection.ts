import { connect, Events } from 'nats';
import type { JetStreamClient, JetStreamManager, NatsConnection, Status } from 'nats';
import type { Logger } from '../logger.ts';

export interface NatsOptions {
  /** One or more addresses, separated by commas; credentials may be part of them. */
  readonly url: string;
  /** Shown in the server's connection list. */
  readonly name: string;
  readonly logger: Logger;
  /** Prefix of all streams and subjects, for installations that share a server; none unless given. */
  readonly namespace?: string | undefined;
  /** How long the first connection may take. */
  readonly connectTimeoutMs?: number | undefined;
  /** How long JetStream may take to make or look at a stream or consumer; 5 s unless given. */
  readonly manageTimeoutMs?: number | undefined;
}

/** Keeps installations that share a NATS server, such as tests that run side by side, out of each other's way. */
interface Namespace {
  subject(name: string): string;
  stream(name: string): string;
}

export interface EventConnection {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly logger: Logger;
  readonly namespace: Namespace;
  isConnected(): boolean;
  /** For how long the server has been away; 0 while connected. */
  disconnectedMs(): number;
  /** Called after each reconnect: what was broadcast in between is gone. Returns how to stop listening. */
  onReconnect(listener: () => void): () => void;
  /** Resolves once the server has taken what was sent to it, subscriptions included. */
  flush(): Promise<void>;
  /** Publishes what is buffered, unsubscribes and closes. */
  close(): Promise<void>;
}

/** NATS could not be reached in time. */
export class NatsUnavailableError extends Error {
  override readonly name = 'NatsUnavailableError';
}

/** Connects, or rejects with NatsUnavailableError; once connected it reconnects for as long as the process lives. */
export async function connectNats(options: NatsOptions): Promise<EventConnection> {
  const namespace = createNamespace(options.namespace ?? '');
  const nc = await open(options);
  const state = { downSince: undefined as number | undefined, listeners: new Set<() => void>() };
  void watchStatus(nc, options.logger, state);
  return {
    nc,
    js: nc.jetstream({ timeout: 5_000 }),
    jsm: await nc.jetstreamManager({ timeout: options.manageTimeoutMs ?? 5_000, checkAPI: false }),
    logger: options.logger,
    namespace,
    isConnected: () => state.downSince === undefined && !nc.isClosed(),
    disconnectedMs: () => (state.downSince === undefined ? 0 : performance.now() - state.downSince),
    onReconnect(listener) {
      state.listeners.add(listener);
      return () => void state.listeners.delete(listener);
    },
    flush: () => nc.flush(),
    async close() {
      if (nc.isClosed()) return;
      // Draining needs a server; one that is away would keep the process waiting for its return.
      await (state.downSince === undefined ? nc.drain() : nc.close());
    },
  };
}

/** An empty prefix leaves names as they are; else it consists of letters, digits, `-` and `_`. */
function createNamespace(prefix: string): Namespace {
  if (!/^[\w-]*$/u.test(prefix)) throw new TypeError(`not a NATS namespace: ${prefix}`);
  return {
    subject: (name) => (prefix === '' ? name : `${prefix}.${name}`),
    stream: (name) => (prefix === '' ? name : `${prefix}-${name}`),
  };
}

async function open(options: NatsOptions): Promise<NatsConnection> {
  const servers = options.url.split(',').map((server) => server.trim());
  const deadline = performance.now() + (options.connectTimeoutMs ?? 10_000);
  for (;;) {
    try {
      return await connect({
        servers,
        name: options.name,
        timeout: 2_000,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        reconnectJitter: 250,
        pingInterval: 10_000,
        maxPingOut: 2,
        ignoreAuthErrorAbort: true,
      });
    } catch (error) {
      if (performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        continue;
      }
      const hosts = servers.map((server) => server.replace(/^.*@/u, '')).join(', ');
      throw new NatsUnavailableError(`NATS at ${hosts} cannot be reached`, { cause: error });
    }
  }
}

interface ConnectionState {
  downSince: number | undefined;
  readonly listeners: Set<() => void>;
}

async function watchStatus(nc: NatsConnection, logger: Logger, state: ConnectionState): Promise<void> {
  for await (const status of nc.status()) handleStatus(status, logger, state);
}

function handleStatus(status: Status, logger: Logger, state: ConnectionState): void {
  if (status.type === Events.Disconnect) {
    state.downSince ??= performance.now();
    logger.warn('disconnected from NATS');
  }
  if (status.type === Events.Reconnect) {
    state.downSince = undefined;
    logger.info('reconnected to NATS');
    for (const listener of state.listeners) listener();
  }
  if (status.type === Events.Error) logger.error({ status }, 'NATS reported an error');
}
