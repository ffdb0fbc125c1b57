import { connect, createInbox, Events } from 'nats';
import type { JetStreamClient, JetStreamManager, NatsConnection, Status } from 'nats';
import type { Logger } from '../logger.ts';
import { inboxPrefix } from './subjects/inbox-prefix.ts';

export interface NatsOptions {
  /** One or more addresses, separated by commas. They may contain credentials. */
  readonly url: string;
  /** The name of this client in the server's connection list. */
  readonly name: string;
  readonly logger: Logger;
  /** The prefix of all streams and subjects, for installations that share a server. Default: none. */
  readonly namespace?: string | undefined;
  /** Maximum time for the first connection; default 10 s. */
  readonly connectTimeoutMs?: number | undefined;
  /** Maximum time for JetStream to create or read a stream or consumer; default 5 s. */
  readonly manageTimeoutMs?: number | undefined;
}

/** Separates installations that share a NATS server, such as tests that run in parallel. */
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
  /** Creates a subject for responses that only the user of this connection can read. */
  createInbox(): string;
  isConnected(): boolean;
  /** Returns for how long the connection has been lost; 0 while connected. */
  disconnectedMs(): number;
  /** Calls the listener after each reconnect, since broadcasts in between are lost. Returns a function that removes it. */
  onReconnect(listener: () => void): () => void;
  /** Resolves when the server has received everything that was sent, including subscriptions. */
  flush(): Promise<void>;
  /** Flushes buffered messages, unsubscribes and closes the connection. */
  close(): Promise<void>;
}

/** Thrown when NATS is not reachable in time. */
export class NatsUnavailableError extends Error {
  override readonly name = 'NatsUnavailableError';
}

/**
 * Connects to NATS, or rejects with NatsUnavailableError. Afterwards the client reconnects for as long as the process
 * lives.
 */
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
    createInbox: () => createInbox(inboxPrefix(readUrl(options.url).user)),
    isConnected: () => state.downSince === undefined && !nc.isClosed(),
    disconnectedMs: () => (state.downSince === undefined ? 0 : performance.now() - state.downSince),
    onReconnect(listener) {
      state.listeners.add(listener);
      return () => void state.listeners.delete(listener);
    },
    flush: () => nc.flush(),
    async close() {
      if (nc.isClosed()) return;
      // Draining needs a server. Without one it would wait until the connection returns.
      await (state.downSince === undefined ? nc.drain() : nc.close());
    },
  };
}

/** Creates a namespace. The prefix consists of letters, digits, `-` and `_`; an empty one leaves names unchanged. */
function createNamespace(prefix: string): Namespace {
  if (!/^[\w-]*$/u.test(prefix))
    throw new TypeError(`"${prefix}" is not a NATS namespace. Use letters, digits, - and _.`);
  return {
    subject: (name) => (prefix === '' ? name : `${prefix}.${name}`),
    stream: (name) => (prefix === '' ? name : `${prefix}-${name}`),
  };
}

/** Takes the credentials out of the addresses, because the client library ignores them there. The first address with some counts. */
function readUrl(url: string) {
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- The text is a setting of the operator.
  const parts = url.split(',').map((server) => /^(?:(.*:\/\/)?(.*)@)?(.*)$/su.exec(server.trim()) ?? []);
  const [user = '', password = ''] = (
    parts.find(([, , credentials]) => credentials !== undefined)?.[2] ?? ''
  ).split(':');
  const servers = parts.map(([, scheme = '', , host = '']) => `${scheme}${host}`);
  return { servers, user: decodeURIComponent(user), password: decodeURIComponent(password) };
}

async function open(options: NatsOptions): Promise<NatsConnection> {
  const { servers, user, password } = readUrl(options.url);
  const deadline = performance.now() + (options.connectTimeoutMs ?? 10_000);
  for (;;) {
    try {
      return await connect({
        servers,
        name: options.name,
        ...(user !== '' && { user, pass: password }),
        inboxPrefix: inboxPrefix(user),
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
      throw new NatsUnavailableError(`NATS at ${servers.join(', ')} is not reachable`, { cause: error });
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
