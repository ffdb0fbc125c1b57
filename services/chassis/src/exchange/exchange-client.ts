import { connectivityState } from '@grpc/grpc-js';
import type { CallCredentials, Client } from '@grpc/grpc-js';
import type { Answer } from '@assay/proto/exchange/v1/exchange_service';
import { cancelled, deadlineExceeded, unreachable } from './call-errors.ts';
import { callOnStream } from './call-on-stream.ts';
import { openClientStream } from './client-stream.ts';
import type { ClientStream, Outgoing } from './client-stream.ts';

export interface ExchangeClient {
  /** Makes a call. Rejects with the DomainError of the server, DEADLINE_EXCEEDED, CANCELLED or UNAVAILABLE. */
  call(outgoing: Omit<Outgoing, 'timeoutMs'>, limits: CallLimits): Promise<Answer>;
  /** Closes all connections; calls in flight fail with CANCELLED. */
  close(): void;
}

/** The client of one of several servers. */
export interface Backend extends ExchangeClient {
  /** The number of calls in flight. */
  readonly size: number;
  /** True while a connection is open. Without one, the client keeps trying to connect. */
  readonly isConnected: boolean;
  /** Accepts no new calls and closes after the last answer. */
  retire(): void;
}

export interface CallLimits {
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  /** Calls with the same affinity go to the same server while it is connected. undefined: any server. */
  readonly affinity?: string | undefined;
}

export interface ExchangeClientOptions {
  /** How long a stream accepts new calls, in milliseconds, varied by 25 %. Default: one minute. */
  readonly streamLifetimeMs?: number;
  /** The number of calls in flight on every stream from which another stream is opened, up to eight. Default: 100. */
  readonly callsPerStream?: number;
  /** The token of this process, sent when a stream is opened. Servers of the platform refuse a stream without one. */
  readonly streamCredentials?: CallCredentials;
  /** The interval in which the first message of a server is expected, in milliseconds; after three of them its calls fail. Default: 5,000. */
  readonly firstIntervalMs?: number;
  /** Called when a server that has answered announces that it closes, or when its connection is lost. */
  readonly onDisconnect?: () => void;
}

interface OpenStream {
  readonly stream: ClientStream;
  readonly connection: Client;
  readonly retiresAtMs: number;
}

const maxStreams = 8;
const checkIntervalMs = 1_000;

/**
 * Creates a client that makes calls to one server over at most eight streams. When the server falls silent, `connect` is called
 * again, because grpc-js keeps using a connection whose peer disappeared without closing it.
 */
export function createExchangeClient(
  connect: () => Client,
  { streamLifetimeMs = 60_000, callsPerStream = 100, ...streamOptions }: ExchangeClientOptions = {},
): Backend {
  let streams: OpenStream[] = [];
  let isClosed = false;
  let isRetired = false;
  const connections = createConnections(connect);

  function closeSilentStreams(): void {
    const nowMs = performance.now();
    streams = streams.filter(({ stream }) => isInUse(stream));
    const silent = streams.filter(({ stream }) => stream.heartbeat.isSilent(nowMs));
    for (const { stream } of silent) stream.destroy(unreachable(new Error('no heartbeat arrived in time')));
    connections.closeUnused(streams);
    if (!isRetired) connections.refresh(silent);
    else if (streams.length === 0) close();
  }

  /** Retires the stream of a call that timed out in silence, and replaces its connection. */
  function onSilence(stream: ClientStream): void {
    stream.retire();
    connections.refresh(streams.filter((openStream) => openStream.stream === stream));
  }

  const heartbeatTimer = watchHeartbeats(closeSilentStreams);

  function open(nowMs: number): ClientStream {
    const stream = openClientStream(connections.current, streamOptions);
    streams.push({ stream, connection: connections.current, retiresAtMs: nowMs + vary(streamLifetimeMs) });
    return stream;
  }

  function choose(nowMs: number): ClientStream {
    const leastLoaded = findLeastLoaded(streams, nowMs);
    if (leastLoaded !== undefined && leastLoaded.size < callsPerStream) return leastLoaded;
    streams = streams.filter(({ stream }) => isInUse(stream));
    return leastLoaded !== undefined && streams.length >= maxStreams ? leastLoaded : open(nowMs);
  }

  function close(): void {
    isClosed = true;
    clearInterval(heartbeatTimer);
    for (const { stream } of streams) stream.destroy(cancelled());
    connections.close();
  }

  return {
    get size() {
      return streams.reduce((sum, { stream }) => sum + stream.size, 0);
    },
    get isConnected() {
      return readConnectivity(connections.current, 'look') === connectivityState.READY;
    },
    call(outgoing, limits) {
      const timeoutMs = Math.ceil(limits.deadlineMs - Date.now());
      if (isClosed || limits.signal?.aborted === true) return Promise.reject(cancelled());
      if (timeoutMs <= 0) return Promise.reject(deadlineExceeded());
      const options = { signal: limits.signal, onSilence };
      return callOnStream(choose(performance.now()), { ...outgoing, timeoutMs }, options);
    },
    retire() {
      isRetired = true;
      for (const { stream } of streams) stream.retire();
    },
    close,
  };
}

/** Returns a time between three and five quarters of this one, so that streams do not retire together. */
function vary(timeMs: number): number {
  return timeMs * (0.75 + Math.random() / 2);
}

/** Returns the open stream with the fewest calls, and retires streams that reached their lifetime. */
function findLeastLoaded(streams: readonly OpenStream[], nowMs: number): ClientStream | undefined {
  let leastLoaded: ClientStream | undefined;
  for (const { stream, retiresAtMs } of streams) {
    if (retiresAtMs <= nowMs) stream.retire();
    else if (stream.isOpen && (leastLoaded === undefined || stream.size < leastLoaded.size))
      leastLoaded = stream;
  }
  return leastLoaded;
}

interface Connections {
  /** The connection for new streams. */
  readonly current: Client;
  /** Connects unless connected. Replaces the current connection when a stream on it is silent. */
  refresh(unanswered: readonly OpenStream[]): void;
  /** Closes replaced connections that carry no stream. */
  closeUnused(streams: readonly OpenStream[]): void;
  close(): void;
}

function createConnections(connect: () => Client): Connections {
  let current = connect();
  readConnectivity(current, 'connect');
  const replaced = new Set<Client>();
  return {
    get current() {
      return current;
    },
    refresh(unanswered) {
      if (unanswered.some(({ connection }) => connection === current)) {
        replaced.add(current);
        current = connect();
      }
      readConnectivity(current, 'connect');
    },
    closeUnused(streams) {
      for (const old of replaced) {
        if (streams.some(({ connection }) => connection === old)) continue;
        replaced.delete(old);
        old.close();
      }
    },
    close() {
      for (const open of [current, ...replaced]) open.close();
    },
  };
}

/** Reads the state of a connection; `connect` also starts an attempt to connect when it is idle. */
function readConnectivity(connection: Client, intent: 'look' | 'connect'): connectivityState {
  return connection.getChannel().getConnectivityState(intent === 'connect');
}

function isInUse({ isOpen, size }: ClientStream): boolean {
  return isOpen || size > 0;
}

/** Calls `check` each second, except after this process itself was suspended: heartbeats sent meanwhile are still unread. */
function watchHeartbeats(check: () => void): NodeJS.Timeout {
  let checkedAtMs = performance.now();
  return setInterval(() => {
    const nowMs = performance.now();
    const wasSuspended = nowMs - checkedAtMs > 2 * checkIntervalMs;
    checkedAtMs = nowMs;
    if (!wasSuspended) check();
  }, checkIntervalMs).unref();
}
