import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import { DomainError, notFound } from '@assay/chassis/errors';
import { callMetadata } from '@assay/chassis/grpc/call-metadata';
import { mebibytes } from '@assay/chassis/units';
import type { RegisterRoute, RestApp, RouteDeps } from '../rest-app.ts';
import { openUpstreamSpan } from '../tracing.ts';
import { allowPages, refuseForeignOrigin } from './allow-pages.ts';
import { dispatchRequest } from './dispatch-request.ts';
import type { WholeAnswer } from './dispatch-request.ts';

const path = '/v2/mcp';
const maxMessageBytes = mebibytes(1);
const connectMs = 5_000;
/** More than the longest timeout in the contract, which mcp keeps itself. */
const answerMs = 130_000;
/** A Service of Kubernetes balances connections. A replica that was added later gets messages only on new ones. */
const connectionMs = 30_000;

/** The headers of the client that are forwarded, with those whose names begin with `x-mcp-`. Its credentials are not. */
const forwardedHeaders = new Set(['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']);
const selectionPrefix = 'x-mcp-';

/**
 * Forwards MCP requests to mcp, with the caller as the bearer of an internal token. The body is not read here. A request counts once,
 * and is refused before JSON-RPC when its credential, organization or origin is not accepted.
 */
export const serveMcp: RegisterRoute = (app, deps) => {
  const { mcpEndpointUrl, mcpAllowedOrigins = [], publicUrl } = deps.config;
  const otherOrigins = new Set(mcpAllowedOrigins);
  const allowedOrigins = new Set([publicUrl, ...mcpAllowedOrigins]);
  const pool = openPool(deps);
  app.addHook('onClose', () => pool.close());
  app.register((scope: RestApp, _options, done) => {
    const urls = [metadataPath, `${metadataPath}${path}`];
    allowPages(scope, otherOrigins, { method: 'GET', urls });
    for (const url of urls)
      scope.get(url, { config: { anonymous: true } }, () => describeResource(deps.config));
    done();
  });
  app.register((scope: RestApp, _options, done) => {
    allowPages(scope, otherOrigins, { method: 'POST', urls: [path] });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    const challenge = buildChallenge(publicUrl);
    scope.post(
      path,
      { bodyLimit: maxMessageBytes, config: { ...(challenge !== undefined && { challenge }) } },
      async (request, reply) => {
        refuseForeignOrigin(request, allowedOrigins);
        const span = openUpstreamSpan(request, reply, mcpEndpointUrl);
        const traceparent = span?.traceparent ?? request.call.traceparent;
        const { status, contentType, retryAfter, body } = await forward(pool, deps, request, traceparent);
        span?.end({ status, failed: status >= 500 });
        if (contentType !== undefined) void reply.header('content-type', contentType);
        if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
        return reply.code(status).send(body);
      },
    );
    done();
  });
};

/** RFC 9728: where a client learns which authorization server issues tokens for the endpoint, if it has no API key. */
const metadataPath = '/.well-known/oauth-protected-resource';

function buildChallenge(publicUrl: string | undefined): string | undefined {
  return publicUrl === undefined ? undefined : `Bearer resource_metadata="${publicUrl}${metadataPath}"`;
}

function describeResource({ publicUrl, oidcIssuer }: RouteDeps['config']) {
  if (publicUrl === undefined) throw notFound('address');
  return {
    resource: `${publicUrl}${path}`,
    ...(oidcIssuer !== undefined && { authorization_servers: [oidcIssuer] }),
    bearer_methods_supported: ['header'],
    resource_name: 'Assay',
  };
}

/** Opens the connections to mcp. Throws ConfigError when requests would leave this machine unencrypted without permission. */
function openPool({ config, runtime }: RouteDeps): Pool {
  const { protocol, hostname, origin } = new URL(config.mcpEndpointUrl);
  if (protocol === 'http:') runtime.security.check(hostname);
  const { ca } = runtime.security;
  return new Pool(origin, {
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    clientTtl: connectionMs,
    connect: { timeout: connectMs, ...(ca && { ca }) },
  });
}

async function forward(
  pool: Pool,
  { tokens }: RouteDeps,
  { call, headers, body }: FastifyRequest,
  traceparent: string | undefined,
): Promise<WholeAnswer> {
  const token = (await tokens.forCall(call, 'mcp')) ?? '';
  const request = {
    method: 'POST',
    path,
    body: Buffer.isBuffer(body) ? body : '',
    headers: {
      ...pickHeaders(headers),
      [callMetadata.authorization]: `Bearer ${token}`,
      [callMetadata.requestId]: call.requestId,
      ...(call.clientAddress !== undefined && { [callMetadata.clientAddress]: call.clientAddress }),
      ...(traceparent !== undefined && { [callMetadata.traceparent]: traceparent }),
    },
  };
  try {
    return await dispatchRequest(pool, request, call.signal);
  } catch (cause) {
    throw unavailable(cause);
  }
}

function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name in headers) {
    if (forwardedHeaders.has(name) || name.startsWith(selectionPrefix)) picked[name] = String(headers[name]);
  }
  return picked;
}

function unavailable(cause: unknown): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'MCP_UNAVAILABLE',
    'The MCP endpoint is unavailable. Try again in a few seconds.',
    {
      cause,
    },
  );
}
