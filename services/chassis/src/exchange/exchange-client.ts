import type { CallCredentials, Client } from '@grpc/grpc-js';
import type { Answer } from '@assay/proto/exchange/v1/exchange_service';
import { DomainError } from '../errors.ts';
import { openClientStream, unreachable } from './client-stream.ts';
import type { ClientStream, Outgoing } from './client-stream.ts';

export interface ExchangeClient {
  /** Rejects with the DomainError the server answered, DEADLINE_EXCEEDED, CANCELLED or UNAVAILABLE. */
  call(outgoing: Omit<Outgoing, 'timeoutMs'>, limits: CallLimits): Promise<Answer>;
  /** Calls in flight fail with CANCELLED. */
  close(): void;
}

export interface CallLimits {
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface ExchangeClientOptions {
  /** A stream takes calls for about this long; then the next one goes to the next server. Default one minute. */
  readonly streamLifetimeMs?: number;
  /** Another stream is opened when each has this many calls in flight, up to eight. Default 100. */
  readonly callsPerStream?: number;
  /** With what each stream is opened. Without, it carries only whole calls with a token each. */
  readonly streamCredentials?: CallCredentials;
}

interface Aging {
  readonly stream: ClientStream;
  readonly connection: Client;
  readonly retiresAtMs: number;
}

const maxStreams = 8;
const listenEachMs = 1_000;

/**
 * Calls over few streams. grpc-js opens each on the next address of the channel; since they are replaced all the time and
 * are more under load, calls spread over all servers, new ones included. `connect` is called again when a server has gone
 * without a trace, since grpc-js would go on using the connection to it.
 */
export function createExchangeClient(
  connect: () => Client,
  { streamLifetimeMs = 60_000, callsPerStream = 100, streamCredentials }: ExchangeClientOptions = {},
): ExchangeClient {
  let streams: Aging[] = [];
  let connection = connect();
  const replaced = new Set<Client>();
  let isClosed = false;

  function giveUpSilent(): void {
    const nowMs = performance.now();
    streams = streams.filter(({ stream }) => isInUse(stream));
    const silent = streams.filter(({ stream }) => stream.hearing.isSilent(nowMs));
    for (const { stream } of silent) stream.destroy(unreachable(new Error('the server is silent')));
    for (const old of replaced) {
      if (streams.some((aging) => aging.connection === old)) continue;
      replaced.delete(old);
      old.close();
    }
    if (!silent.some((aging) => aging.connection === connection)) return;
    replaced.add(connection);
    connection = connect();
  }

  const listening = keepListening(giveUpSilent);

  function open(nowMs: number): ClientStream {
    const stream = openClientStream(connection, streamCredentials);
    const retiresAtMs = nowMs + streamLifetimeMs * (0.75 + Math.random() / 2);
    streams.push({ stream, connection, retiresAtMs });
    return stream;
  }

  function choose(nowMs: number): ClientStream {
    let least: ClientStream | undefined;
    for (const { stream, retiresAtMs } of streams) {
      if (retiresAtMs <= nowMs) stream.retire();
      else if (stream.isOpen && (least === undefined || stream.size < least.size)) least = stream;
    }
    if (least !== undefined && least.size < callsPerStream) return least;
    streams = streams.filter(({ stream }) => isInUse(stream));
    return least !== undefined && streams.length >= maxStreams ? least : open(nowMs);
  }

  return {
    call(outgoing, limits) {
      const nowMs = performance.now();
      const timeoutMs = Math.ceil(limits.deadlineMs - Date.now());
      if (isClosed || limits.signal?.aborted === true) return Promise.reject(cancelled());
      if (timeoutMs <= 0) return Promise.reject(tooLate());
      return callOn(choose(nowMs), { ...outgoing, timeoutMs }, limits.signal);
    },
    close() {
      isClosed = true;
      clearInterval(listening);
      for (const { stream } of streams) stream.destroy(cancelled());
      for (const open of [connection, ...replaced]) open.close();
    },
  };
}

function isInUse({ isOpen, size }: ClientStream): boolean {
  return isOpen || size > 0;
}

/** Calls back each second, except when this process itself was away: what servers said meanwhile has not been read yet. */
function keepListening(listen: () => void): NodeJS.Timeout {
  let listenedAtMs = performance.now();
  return setInterval(() => {
    const nowMs = performance.now();
    const wasAway = nowMs - listenedAtMs > 2 * listenEachMs;
    listenedAtMs = nowMs;
    if (!wasAway) listen();
  }, listenEachMs).unref();
}

function callOn(stream: ClientStream, outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const startedAtMs = performance.now();
    const settled = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const number = stream.call(outgoing, {
      onAnswer(answer) {
        settled();
        resolve(answer);
      },
      onFailure(error) {
        settled();
        reject(error);
      },
    });
    const giveUp = (error: DomainError): void => {
      settled();
      stream.cancel(number);
      reject(error);
    };
    const onAbort = (): void => {
      giveUp(cancelled());
    };
    const timer = setTimeout(() => {
      // A server that says nothing at all may be gone without a trace; the next call finds another.
      if (stream.hearing.heardAtMs < startedAtMs) stream.retire();
      giveUp(tooLate());
    }, outgoing.timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function cancelled(): DomainError {
  return new DomainError('CANCELLED', 'CANCELLED', 'the call was cancelled');
}

function tooLate(): DomainError {
  return new DomainError('DEADLINE_EXCEEDED', 'DEADLINE_EXCEEDED', 'the deadline has passed');
}
