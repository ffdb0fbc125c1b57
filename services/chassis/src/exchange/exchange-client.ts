import { connectivityState } from '@grpc/grpc-js';
import type { CallCredentials, Client } from '@grpc/grpc-js';
import type { Answer } from '@assay/proto/exchange/v1/exchange_service';
import { callOnStream, cancelled, deadlineExceeded } from './call-on-stream.ts';
import { openClientStream, unreachable } from './client-stream.ts';
import type { ClientStream, Outgoing } from './client-stream.ts';

export interface ExchangeClient {
  /** Rejects with the DomainError the server answered, DEADLINE_EXCEEDED, CANCELLED or UNAVAILABLE. */
  call(outgoing: Omit<Outgoing, 'timeoutMs'>, limits: CallLimits): Promise<Answer>;
  /** Calls in flight fail with CANCELLED. */
  close(): void;
}

/** The client of one server among several. */
export interface Backend extends ExchangeClient {
  /** Calls in flight. */
  readonly size: number;
  /** Whether there is a connection to it; as long as there is none, one is tried again and again. */
  readonly isConnected: boolean;
  /** Takes no further calls, and closes once the last one was answered. */
  retire(): void;
}

export interface CallLimits {
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  /** Calls with the same go to the same server while it lives; undefined: to any. */
  readonly affinity?: string | undefined;
}

export interface ExchangeClientOptions {
  /** A stream takes calls for about this long; then another is opened. Default one minute. */
  readonly streamLifetimeMs?: number;
  /** Another stream is opened when each has this many calls in flight, up to eight. Default 100. */
  readonly callsPerStream?: number;
  /** With what each stream is opened. Without, it carries only whole calls with a token each. */
  readonly streamCredentials?: CallCredentials;
  /** Told when the server that was there says that it closes, or breaks a stream. */
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
 * Calls over few streams to one server. `connect` is called again when it has gone without a trace, since grpc-js would
 * go on using the connection to it.
 */
export function createExchangeClient(
  connect: () => Client,
  { streamLifetimeMs = 60_000, callsPerStream = 100, ...streamOptions }: ExchangeClientOptions = {},
): Backend {
  let streams: OpenStream[] = [];
  let [isClosed, isRetired] = [false, false];
  const connections = createConnections(connect);

  function closeSilentStreams(): void {
    const nowMs = performance.now();
    streams = streams.filter(({ stream }) => isInUse(stream));
    const silent = streams.filter(({ stream }) => stream.heartbeat.isSilent(nowMs));
    for (const { stream } of silent) stream.destroy(unreachable(new Error('the server is silent')));
    connections.closeUnused(streams);
    if (!isRetired) connections.refresh(silent);
    else if (streams.length === 0) close();
  }

  /** A server that says nothing at all may be gone without a trace. */
  function onSilence(stream: ClientStream): void {
    stream.retire();
    connections.refresh(streams.filter((openStream) => openStream.stream === stream));
  }

  const heartbeatTimer = watchHeartbeats(closeSilentStreams);

  function open(nowMs: number): ClientStream {
    const stream = openClientStream(connections.current, streamOptions);
    const retiresAtMs = nowMs + streamLifetimeMs * (0.75 + Math.random() / 2);
    streams.push({ stream, connection: connections.current, retiresAtMs });
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
      const nowMs = performance.now();
      const timeoutMs = Math.ceil(limits.deadlineMs - Date.now());
      if (isClosed || limits.signal?.aborted === true) return Promise.reject(cancelled());
      if (timeoutMs <= 0) return Promise.reject(deadlineExceeded());
      return callOnStream(choose(nowMs), { ...outgoing, timeoutMs }, { signal: limits.signal, onSilence });
    },
    retire() {
      isRetired = true;
      for (const { stream } of streams) stream.retire();
    },
    close,
  };
}

/** Of the streams that take calls; those whose time is over take none from now on. */
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
  /** On which streams are opened. */
  readonly current: Client;
  /** Begins to connect unless connected, over a new connection when what is on the present one does not answer. */
  refresh(unanswered: readonly OpenStream[]): void;
  /** Closes those that were replaced and that no stream is on any more. */
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

/** `connect` begins to connect when nothing does. */
function readConnectivity(connection: Client, intent: 'look' | 'connect'): connectivityState {
  return connection.getChannel().getConnectivityState(intent === 'connect');
}

function isInUse({ isOpen, size }: ClientStream): boolean {
  return isOpen || size > 0;
}

/** Calls back each second, except when this process itself was away: what servers said meanwhile has not been read yet. */
function watchHeartbeats(check: () => void): NodeJS.Timeout {
  let checkedAtMs = performance.now();
  return setInterval(() => {
    const nowMs = performance.now();
    const wasSuspended = nowMs - checkedAtMs > 2 * checkIntervalMs;
    checkedAtMs = nowMs;
    if (!wasSuspended) check();
  }, checkIntervalMs).unref();
}
