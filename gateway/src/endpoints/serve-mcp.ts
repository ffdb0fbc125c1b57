import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import { DomainError } from '@assay/chassis/errors';
import { callMetadata } from '@assay/chassis/grpc/contract/call-metadata';
import { maxSilenceMs } from '@assay/chassis/http/heartbeat';
import { mebibytes } from '@assay/chassis/units';
import { buildRoute } from '../routes/build-route.ts';
import type { Endpoint, RestApp, RouteDeps } from '../rest-app.ts';
import { openUpstreamSpan } from '../routes/tracing.ts';
import { allowPages, refuseForeignOrigin } from './allow-pages.ts';
import { dispatchRequest } from './dispatch-request.ts';
import type { WholeAnswer } from './dispatch-request.ts';

const maxMessageBytes = mebibytes(1);
const connectMs = 5_000;
/** A Service of Kubernetes balances connections. A replica that was added later gets messages only on new ones. */
const connectionMs = 30_000;

/** The headers of the client that are forwarded, with those whose names begin with `x-mcp-`. Its credentials are not. */
const forwardedHeaders = new Set(['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']);
const selectionPrefix = 'x-mcp-';

/**
 * Forwards MCP requests to mcp, with the caller as the bearer of an internal token. The body is not read here. A request counts once,
 * and is refused before JSON-RPC when its credential, organization or origin is not accepted.
 */
export const sendMcpMessage: Endpoint = (app, operation, deps) => {
  const { path } = operation;
  const { mcpEndpointUrl, mcpAllowedOrigins = [], publicUrl } = deps.config;
  const otherOrigins = new Set(mcpAllowedOrigins);
  const allowedOrigins = new Set([publicUrl, ...mcpAllowedOrigins]);
  const pool = openPool(deps);
  app.addHook('onClose', () => pool.close());
  app.register((scope: RestApp, _options, done) => {
    allowPages(scope, otherOrigins, { method: 'POST', urls: [path] });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    const challenge = buildChallenge(publicUrl);
    const { config } = buildRoute(operation);
    scope.post(
      path,
      {
        bodyLimit: maxMessageBytes,
        config: { ...config, ...(challenge !== undefined && { challenge }) },
      },
      async (request, reply) => {
        refuseForeignOrigin(request, allowedOrigins);
        const span = openUpstreamSpan(request, reply, mcpEndpointUrl);
        const traceparent = span?.traceparent ?? request.call.traceparent;
        const forwarded = { request, path, traceparent };
        const { status, contentType, retryAfter, body } = await forward(pool, deps, forwarded);
        span?.end({ status, failed: status >= 500 });
        if (contentType !== undefined) void reply.header('content-type', contentType);
        if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
        return reply.code(status).send(body);
      },
    );
    done();
  });
};

/** Serves the metadata of the MCP endpoint at one of its two addresses. */
export const describeMcp: Endpoint = (app, operation, { config }) => {
  const otherOrigins = new Set(config.mcpAllowedOrigins);
  app.register((scope: RestApp, _options, done) => {
    const { url, method: _method, ...route } = buildRoute(operation);
    allowPages(scope, otherOrigins, { method: 'GET', urls: [url] });
    scope.get(url, route, () => describeResource(config));
    done();
  });
};

/** RFC 9728: where a client learns which authorization server issues tokens for the endpoint, if it has no API key. */
const metadataPath = '/.well-known/oauth-protected-resource';
const endpointPath = '/v2/mcp';

function buildChallenge(publicUrl: string | undefined): string | undefined {
  return publicUrl === undefined ? undefined : `Bearer resource_metadata="${publicUrl}${metadataPath}"`;
}

function describeResource({ publicUrl, oidcIssuer }: RouteDeps['config']) {
  if (publicUrl === undefined)
    throw new DomainError(
      'NOT_FOUND',
      'MCP_METADATA_NOT_FOUND',
      'The platform has no public address. Use an API key.',
    );
  return {
    resource: `${publicUrl}${endpointPath}`,
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
    // Each heartbeat of mcp starts the time again.
    headersTimeout: maxSilenceMs,
    bodyTimeout: maxSilenceMs,
    clientTtl: connectionMs,
    connect: { timeout: connectMs, ...(ca && { ca }) },
  });
}

interface Forwarded {
  readonly request: FastifyRequest;
  readonly path: string;
  readonly traceparent: string | undefined;
}

async function forward(
  pool: Pool,
  { tokens }: RouteDeps,
  { request: { call, headers, body }, path, traceparent }: Forwarded,
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
