import { Server } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { createExchangeServer } from '../exchange/exchange-server.ts';
import { exchangeService } from '../exchange/exchange-service.ts';
import type { ServedRpc } from '../exchange/receiver.ts';
import { measure } from '../metrics.ts';
import { createAdmission } from './admission.ts';
import { defaultTimes, serverOptions } from './channel-options.ts';
import type { ConnectionTimes } from './channel-options.ts';
import { accessRule } from './contract/contract.ts';
import { createPerformers } from './perform-call.ts';
import type { PerformerOptions } from './perform-call.ts';
import { addReflection } from './reflection.ts';
import type { ServedService } from './serve.ts';
import { createUnaryHandler } from './unary-handler.ts';

export interface GrpcServerOptions extends PerformerOptions {
  readonly host: string;
  /** 0: the operating system chooses a port. */
  readonly port: number;
  readonly services: readonly ServedService[];
  readonly times?: ConnectionTimes;
  /** How long the server waits for calls in flight when it closes, in milliseconds. */
  readonly drainTimeoutMs?: number;
}

const forceMs = 1_000;
/** The share of `graceMs` after which a stream is replaced, so that its last calls can end before the connection is closed. */
const streamShare = 1 / 2;

/**
 * Serves gRPC with health and reflection. Calls need a valid internal token, unless their access rule allows anonymous clients.
 * Returns `host:port`.
 */
export async function startGrpcServer(options: GrpcServerOptions): Promise<string> {
  const { runtime, verifier, times = defaultTimes, drainTimeoutMs = 10_000 } = options;
  const rpcs = new Map<string, ServedRpc>();
  const admission = createAdmission({ verifier, needsToken: (path) => needsToken(path, rpcs) });
  const server = new Server({ ...serverOptions(times), interceptors: [admission] });
  addServices(server, rpcs, options);
  const exchange = createExchangeServer(rpcs, {
    verifier,
    maxStreamAgeMs: times.graceMs * streamShare,
    heartbeatMs: times.heartbeatMs,
  });
  const streams = {
    name: 'assay_exchange_streams',
    help: 'Open exchange streams, by the process that opened them.',
    labelNames: ['caller'] as const,
  };
  measure(runtime.metrics, streams, () =>
    [...exchange.streams()].map(([caller, value]) => ({ labels: { caller }, value })),
  );
  server.addService(exchangeService, { exchange: exchange.handle });
  const names = [...new Set([exchangeService.exchange.path, ...rpcs.keys()].map(serviceName))];
  addReflection(server, [...names, 'grpc.health.v1.Health', 'grpc.reflection.v1.ServerReflection']);
  const health = new HealthImplementation(
    Object.fromEntries(['', ...names].map((name) => [name, 'SERVING'])),
  );
  health.addToServer(server);
  const port = await bind(server, options);
  const { lifecycle } = runtime;
  const refuseHealth = (): void => {
    for (const name of ['', ...names]) health.setStatus(name, 'NOT_SERVING');
  };
  lifecycle.stopping.addEventListener('abort', refuseHealth, { once: true });
  const close = (): Promise<void> => {
    exchange.close();
    return drain(server, drainTimeoutMs);
  };
  lifecycle.onStop('grpc server', close, drainTimeoutMs + forceMs);
  return `${options.host}:${String(port)}`;
}

/**
 * Returns true for the exchange and for rpcs that need a credential. Health and reflection need no token. A request to an rpc that may
 * be called without a credential is limited like that of an anonymous client, also with a token.
 */
function needsToken(path: string, rpcs: ReadonlyMap<string, ServedRpc>): boolean {
  if (path === exchangeService.exchange.path) return true;
  const { anonymous = false, withoutCredential = false } = accessRule(path) ?? {};
  return rpcs.has(path) && !anonymous && !withoutCredential;
}

/** Adds every rpc to the server as a plain gRPC method, and to `rpcs` by its path. */
function addServices(server: Server, rpcs: Map<string, ServedRpc>, options: GrpcServerOptions): void {
  const createPerformer = createPerformers(options);
  for (const { definition, handlers } of options.services) {
    const methods = Object.entries(definition).map(([name, method]) => {
      const handle = handlers[name];
      if (handle === undefined) throw new Error(`${method.path} has no handler`);
      const perform = createPerformer(method, handle);
      rpcs.set(method.path, { method, perform });
      return [name, { ...method, requestDeserialize: keepBytes }, createUnaryHandler(perform)] as const;
    });
    server.addService(
      Object.fromEntries(methods.map(([name, method]) => [name, method])),
      Object.fromEntries(methods.map(([name, , handler]) => [name, handler])),
    );
  }
}

/** grpc-js would answer INTERNAL to a request that it cannot decode. The performer decodes, and answers INVALID_ARGUMENT. */
const keepBytes = (bytes: Buffer): Buffer => bytes;

function serviceName(path: string): string {
  return path.split('/')[1] ?? '';
}

function bind(server: Server, { host, port, runtime }: GrpcServerOptions): Promise<number> {
  const credentials = runtime.security.serverCredentials(host);
  return new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${String(port)}`, credentials, (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
}

/** Closes the server after the calls in flight, by force after `drainTimeoutMs`. */
function drain(server: Server, drainTimeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, drainTimeoutMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
