import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { notFound } from '@assay/chassis/errors';
import type { BodyMemory } from '@assay/chassis/http/body-memory';
import { drainRequest } from '@assay/chassis/http/drain-request';
import { drainServer } from '@assay/chassis/http/drain-server';
import { sendHeartbeats, usualHeartbeatMs } from '@assay/chassis/http/heartbeat';
import { newId } from '@assay/chassis/ids';
import type { Runtime } from '@assay/chassis/process/runtime';
import type { TokenVerifier } from '@assay/chassis/tokens/internal-token';
import { errorCatalog } from '@assay/operations/errors/error-catalog';
import { RestError } from '@assay/operations/errors/rest-error';
import { errorBody, toRestError } from '@assay/operations/errors/show-error';
import type { Config } from '../config.ts';
import type { Wire } from '../wire/wire.ts';
import type { WireResponse } from '../wire/wire-response.ts';
import { identifyCaller, readHeader } from './identify-caller.ts';
import { readBody } from './read-body.ts';
import { sendResponse } from './send-response.ts';

export interface EndpointDeps {
  readonly runtime: Runtime;
  readonly verifier: TokenVerifier;
  readonly wire: Wire;
  readonly bodies: BodyMemory;
}

type EndpointConfig = Pick<
  Config,
  'endpointHost' | 'endpointPort' | 'callDrainTimeoutMs' | 'callTimeoutMs'
> & {
  /** The interval between two heartbeats of a request without an answer, in milliseconds. Default: 10,000. */
  readonly heartbeatMs?: number | undefined;
};

const path = '/v2/mcp';

/** Takes the requests that the gateway forwards. Returns `host:port`. */
export async function startEndpoint(deps: EndpointDeps, config: EndpointConfig): Promise<string> {
  const { runtime } = deps;
  const { endpointHost: host, endpointPort: port, callDrainTimeoutMs } = config;
  const { identity } = runtime.security;
  runtime.security.check(host);
  const handle = (request: IncomingMessage, response: ServerResponse): void =>
    void answer(deps, config, { request, response });
  const server =
    identity === undefined ? createHttpServer(handle) : createHttpsServer({ ...identity }, handle);
  await listen(server, { host, port });
  runtime.lifecycle.onStop('endpoint', () => drainServer(server, callDrainTimeoutMs), callDrainTimeoutMs);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the endpoint has no address');
  return `${host}:${String(address.port)}`;
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer(deps: EndpointDeps, config: EndpointConfig, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const requestId = readHeader(request, 'x-request-id') ?? newId();
  try {
    send(deps, response, await serve(deps, config, { ...exchange, requestId }));
  } catch (error) {
    drainRequest(request);
    const shown = toRestError(error);
    const { status } = errorCatalog[shown.code];
    if (status >= 500) deps.runtime.logger.error({ err: error, requestId }, 'request failed');
    const { retryAfterSeconds } = shown.options;
    if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds);
    send(deps, response, { status, body: JSON.stringify(errorBody(shown, requestId)) });
  }
}

async function serve(
  { verifier, wire, bodies }: EndpointDeps,
  { callTimeoutMs, heartbeatMs = usualHeartbeatMs }: EndpointConfig,
  { request, response, requestId }: Exchange & { readonly requestId: string },
): Promise<WireResponse> {
  if (request.url !== path) throw notFound('address');
  if (request.method !== 'POST') {
    throw new RestError('METHOD_NOT_ALLOWED', 'The MCP endpoint only supports POST.', { allow: ['POST'] });
  }
  const abort = new AbortController();
  sendHeartbeats(response, heartbeatMs);
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  const deadline = new Date(Date.now() + callTimeoutMs);
  const call = await identifyCaller(verifier, request, { requestId, deadline, signal: abort.signal });
  const owner = { owner: call.actor.credentialId, organization: call.organizationId || undefined };
  const body = await readBody(request, response, (bytes, refuse) => bodies.open(owner, bytes, refuse));
  return wire.answer(call, { headers: request.headers, body });
}

function send({ runtime }: EndpointDeps, response: ServerResponse, answered: WireResponse): void {
  sendResponse(response, answered, runtime.lifecycle.stopping.aborted ? { connection: 'close' } : {});
}
