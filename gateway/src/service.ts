import { startAdmin } from '@assay/chassis/process/admin';
import { systemClock } from '@assay/chassis/clock';
import type { Clock } from '@assay/chassis/clock';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { countLookups } from '@assay/chassis/metrics';
import { drainServer } from '@assay/chassis/http/drain-server';
import { stoppable } from '@assay/chassis/process/run';
import type { Running } from '@assay/chassis/process/run';
import { createRuntime } from '@assay/chassis/process/runtime';
import type { Runtime } from '@assay/chassis/process/runtime';
import { stopTimes, uploadDrainMs } from '@assay/chassis/process/stop-times';
import { principalTokens } from '@assay/chassis/tokens/token-source';
import { buildApp } from './app.ts';
import { createCallers } from '@assay/operations/adapter/callers';
import type { Config } from './config.ts';
import { followInvalidations } from './guard/invalidations.ts';
import { createPrincipals } from './guard/principals.ts';
import type { Principals } from './guard/principals.ts';
import { createLocalCounter } from './guard/counters/local-counter.ts';
import type { RateCounter } from './guard/counters/rate-counter.ts';
import { connectSharedCounter } from './guard/counters/shared-counter.ts';
import type { RestApp } from './rest-app.ts';

export interface RunningGateway extends Running {
  /** `host:port` of the REST API. */
  readonly httpAddress: string;
  readonly adminAddress: string;
}

/** Starts the gateway. When a step fails, it closes everything that it opened and rejects. */
export async function startGateway(
  config: Config,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Promise<RunningGateway> {
  const runtime = createRuntime('gateway', config);
  const { start } = runtime.readiness;
  start.begin();
  try {
    const adminAddress = await startAdmin(runtime, { host: config.adminHost, port: config.adminPort });
    const tokens = principalTokens(createTokenSigner(config.internalTokenKey, clock), clock);
    const callers = createCallers({ ...config, adapter: 'gateway' }, runtime, tokens);
    const principals = createPrincipals(callers.callRpc, clock, {
      cacheMs: config.principalCacheMs,
      counted: countLookups(runtime.metrics, 'principals'),
    });
    await followInvalidations(config, runtime, principals);
    const counter = await openCounter(config, runtime, clock);
    const app = await buildApp(config, { runtime, callers, principals, counter, tokens, clock });
    const httpAddress = await listen(app, config, runtime);
    addReadiness(runtime, principals);
    start.complete();
    runtime.logger.info({ httpAddress, adminAddress }, 'started');
    return { httpAddress, adminAddress, ...stoppable(runtime, config) };
  } catch (error) {
    await runtime.lifecycle.stop();
    throw error;
  }
}

async function openCounter(config: Config, runtime: Runtime, clock: Clock): Promise<RateCounter> {
  const local = createLocalCounter(clock);
  const { redisUrl: url, redisKeyPrefix: keyPrefix } = config;
  if (url !== undefined) return connectSharedCounter({ url, keyPrefix }, runtime, local);
  runtime.logger.warn('REDIS_URL is not set: each gateway process counts requests separately');
  return local;
}

/** The time to close the connections to the upload listener. */
const closeMs = 1_000;

async function listen(app: RestApp, config: Config, { lifecycle }: Runtime): Promise<string> {
  await app.listen({ host: config.httpHost, port: config.httpPort });
  const drainTimeoutMs = Math.max(config.callDrainTimeoutMs, uploadDrainMs(config) + stopTimes.refusalMs);
  const close = async (): Promise<void> => {
    await drainServer(app.server, drainTimeoutMs);
    await app.close();
  };
  lifecycle.onStop('http server', close, drainTimeoutMs + closeMs);
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the HTTP server has no address');
  return `${config.httpHost}:${String(address.port)}`;
}

const probeCredential = { kind: 'api-key', secret: '', sha256: '0'.repeat(64) } as const;

/**
 * Makes the gateway ready after the first successful lookup of a key. Later, an unavailable back end does not make it unready: the
 * other back ends still work, and clients of that one receive 503.
 */
function addReadiness({ readiness }: Runtime, principals: Principals): void {
  let isProven = false;
  readiness.add('identity-org', async () => {
    if (isProven) return undefined;
    try {
      await principals.find(probeCredential, '', { traceparent: undefined });
      isProven = true;
      return undefined;
    } catch {
      return 'cannot be reached';
    }
  });
}
