import { Dispatcher, Pool } from 'undici';
import type { Clock } from '../clock.ts';
import { seconds, kibibytes } from '../units.ts';
import { createBaseConnector, guardConnector } from './connector.ts';
import type { ConnectorOptions, GuardDeps } from './connector.ts';
import type { ResolveDeps } from './resolve-public.ts';

export interface EgressAgentDeps extends ResolveDeps {
  readonly clock: Clock;
}

export interface EgressAgentOptions extends ConnectorOptions {
  /** The limit for the headers of a response, and for the gap between two parts of its body. */
  readonly responseMs: number;
  /** No request begins on a connection whose address was resolved longer ago, or longer ago than its time to live. */
  readonly maxAddressAgeMs: number;
  /** The time after which an unused connection is closed. */
  readonly idleMs: number;
  readonly connectionsPerOrigin: number;
  readonly maxHeaderBytes: number;
}

export const egressDefaults: EgressAgentOptions = {
  connectMs: seconds(3),
  responseMs: seconds(10),
  maxAddressAgeMs: seconds(10),
  idleMs: seconds(4),
  connectionsPerOrigin: 8,
  maxHeaderBytes: kibibytes(16),
};

/** The connections to one origin that were opened in the same few seconds. */
interface Generation {
  readonly pool: Pool;
  expiresAtMs: number;
}

/**
 * Creates a dispatcher of undici that connects to public addresses only, or to those that the policy allows. Requests to other
 * destinations fail with an EgressError. It follows no redirects. A request whose reused connection was closed before a byte of the
 * answer arrived is sent once more. `close` completes its requests, `destroy` ends them.
 */
export function createEgressAgent(
  deps: EgressAgentDeps,
  options: EgressAgentOptions = egressDefaults,
): Dispatcher {
  return new EgressAgent(deps, options);
}

class EgressAgent extends Dispatcher {
  readonly #deps: GuardDeps & EgressAgentDeps;
  readonly #options: EgressAgentOptions;
  /** The current generation of each origin, the oldest first. */
  readonly #generations = new Map<string, Generation>();
  /** All pools with connections, those of earlier generations included. */
  readonly #pools = new Set<Pool>();
  readonly #stale = new WeakSet<Error>();
  #isClosed = false;

  constructor(deps: EgressAgentDeps, options: EgressAgentOptions) {
    super();
    const { connectMs } = options;
    this.#deps = { ...deps, open: createBaseConnector(options), connectMs, stale: this.#stale };
    this.#options = options;
  }

  override dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (this.#isClosed) throw new Error('The egress agent is closed.');
    return this.#send(request, this.#repeatOnce(request, handler));
  }

  /** Sends a request once more, on a new connection, if the server closed a connection that it had kept open. */
  #repeatOnce(
    request: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): Dispatcher.DispatchHandler {
    return {
      onRequestStart: (...parameters) => handler.onRequestStart?.(...parameters),
      onRequestUpgrade: (...parameters) => handler.onRequestUpgrade?.(...parameters),
      onResponseStart: (...parameters) => handler.onResponseStart?.(...parameters),
      onResponseData: (...parameters) => handler.onResponseData?.(...parameters),
      onResponseEnd: (...parameters) => handler.onResponseEnd?.(...parameters),
      onResponseError: (controller, error) => {
        const isRepeatable = !this.#isClosed && this.#stale.has(error) && !isStream(request.body);
        if (!isRepeatable) return handler.onResponseError?.(controller, error);
        const origin = String(request.origin);
        const current = this.#generations.get(origin);
        if (current !== undefined) this.#closeGeneration(origin, current);
        return this.#send(request, handler);
      },
    };
  }

  #send(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const origin = String(request.origin);
    const nowMs = this.#deps.clock.now().getTime();
    this.#closeExpired(nowMs);
    const current = this.#generations.get(origin);
    if (current !== undefined && nowMs < current.expiresAtMs) return current.pool.dispatch(request, handler);
    if (current !== undefined) this.#closeGeneration(origin, current);
    return this.#openGeneration(origin, nowMs).pool.dispatch(request, handler);
  }

  override async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#pools].map((pool) => pool.close()));
  }

  override async destroy(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#pools].map((pool) => pool.destroy()));
  }

  #openGeneration(origin: string, nowMs: number): Generation {
    const { connectionsPerOrigin, idleMs, maxAddressAgeMs, maxHeaderBytes, responseMs } = this.#options;
    const connect = guardConnector(this.#deps, ({ ttlSeconds }) => {
      const staleAtMs = this.#deps.clock.now().getTime() + ttlSeconds * 1_000;
      generation.expiresAtMs = Math.min(generation.expiresAtMs, staleAtMs);
    });
    const pool = new Pool(origin, {
      connect,
      connections: connectionsPerOrigin,
      allowH2: false,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: responseMs,
      bodyTimeout: responseMs,
      keepAliveTimeout: idleMs,
      // A server may propose a longer time.
      keepAliveMaxTimeout: idleMs,
    });
    const generation: Generation = { pool, expiresAtMs: nowMs + maxAddressAgeMs };
    this.#generations.set(origin, generation);
    this.#pools.add(pool);
    return generation;
  }

  #closeExpired(nowMs: number): void {
    for (const [origin, generation] of this.#generations) {
      if (nowMs < generation.expiresAtMs) return;
      this.#closeGeneration(origin, generation);
    }
  }

  /** Closes the connections of a generation when their requests have ended. */
  #closeGeneration(origin: string, { pool }: Generation): void {
    this.#generations.delete(origin);
    const forget = (): boolean => this.#pools.delete(pool);
    // A pool that `destroy` has ended in the meantime rejects.
    void pool.close().then(forget, forget);
  }
}

/** A stream was read by the first attempt. */
function isStream(body: Dispatcher.DispatchOptions['body']): boolean {
  return typeof body === 'object' && body !== null && !(body instanceof Uint8Array);
}
