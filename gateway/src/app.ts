import { randomUUID } from 'node:crypto';
import { fastify, LogController } from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import type { Socket } from 'node:net';
import type { Clock } from '@assay/chassis/clock';
import type { Runtime } from '@assay/chassis/process/runtime';
import type { TokenSource } from '@assay/chassis/tokens/token-source';
import type { Callers } from '@assay/operations/operation';
import { drainSocket } from '@assay/chassis/http/drain-request';
import { usualBodyBytes } from '@assay/operations/derive/body-size';
import { RestError } from '@assay/operations/errors/rest-error';
import type { Config } from './config.ts';
import { createToolLimit } from './guard/allowed-tools.ts';
import type { RefuseClosedOperation } from './guard/allowed-tools.ts';
import { admit, anonymous, authenticate, authorizeRequest } from './guard/auth.ts';
import { useCookies } from './guard/cookies.ts';
import type { Cookies } from './guard/secret-cookie.ts';
import { openCall, readRequestId } from './guard/call-context.ts';
import { errorBody } from '@assay/operations/errors/show-error';
import { createNoRouteError, useErrors } from './routes/errors.ts';
import { serveExplorer } from './openapi/explorer.ts';
import { startBodyDeadline } from './guard/bodies/body-deadline.ts';
import { holdBodies } from './guard/bodies/hold-bodies.ts';
import { capConnections } from './guard/connection-cap.ts';
import { refuseCrossSite } from './guard/csrf.ts';
import { passIdempotencyKey } from './guard/idempotency-key.ts';
import { observeAnswers } from './observation.ts';
import { serveOpenapi } from './openapi/openapi.ts';
import { createLookupGate } from './guard/lookup-gate.ts';
import { createLimit } from './guard/rate-limit.ts';
import { normalizeUrl } from './guard/request-url.ts';
import { securityHeaders } from './guard/security-headers.ts';
import { createStandingAccess } from './guard/standing-access.ts';
import type { StandingAccess } from './guard/standing-access.ts';
import { compressResponses } from './responses/compress-responses.ts';
import { revalidateResponses } from './responses/revalidate-responses.ts';
import { traceRequests } from './routes/tracing.ts';
import { parseJsonBodies } from './json-bodies.ts';
import { createValidatorCompiler } from './validation.ts';
import type { Principals } from './guard/principals.ts';
import type { RateCounter } from './guard/counters/rate-counter.ts';
import type { RestApp } from './rest-app.ts';
import { RequestLog } from './request-log.ts';
import { compileOperations, serveRoutes } from './operations.ts';

export interface AppDeps {
  readonly runtime: Runtime;
  readonly callers: Callers;
  readonly principals: Principals;
  readonly counter: RateCounter;
  readonly tokens: TokenSource;
  readonly clock: Clock;
}

const idleTimeoutMs = 180_000;
/** More than the longest address that Node.js accepts. */
const maxParamCharacters = 65_536;

/** Builds the HTTP server with all hooks and routes. It is ready for `inject` and `listen`. */
export async function buildApp(config: Config, deps: AppDeps): Promise<RestApp> {
  const app = createServer(config, deps.runtime);
  traceRequests(app);
  app.setValidatorCompiler(createValidatorCompiler());
  parseJsonBodies(app);
  holdBodies(app, config);
  useErrors(app, deps.runtime);
  observeAnswers(app, deps.runtime);
  revalidateResponses(app);
  compressResponses(app);
  const cookies = await useCookies(app, config);
  const served = compileOperations();
  const refuseClosedOperation = createToolLimit(served);
  const standingAccess = guard(app, config, { ...deps, cookies, refuseClosedOperation });
  serveOpenapi(app, served, cookies.session.name);
  await serveExplorer(app);
  serveRoutes(app, served, { ...deps, config, cookies, standingAccess });
  await app.ready();
  return app;
}

function createServer(config: Config, { logger }: Runtime): RestApp {
  const loggerInstance: FastifyBaseLogger = logger;
  return fastify({
    loggerInstance,
    childLoggerFactory: (parent, bindings, options) => new RequestLog(() => parent.child(bindings, options)),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: readRequestId,
    // A function, even one that trusts no proxy, makes Fastify parse the forwarded addresses of each request.
    trustProxy: config.isTrustedProxy ?? false,
    bodyLimit: usualBodyBytes,
    connectionTimeout: idleTimeoutMs,
    requestTimeout: config.uploadTimeoutMs + uploadAnswerMs,
    http: computeTimeouts(config),
    return503OnClosing: false,
    // Longer parameters than any id reach the route, which does not find them, instead of an answer without its headers.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxParamCharacters },
    rewriteUrl: ({ url = '/' }) => normalizeUrl(url),
    clientErrorHandler: answerMalformedRequest,
  });
}

/** Added to the time of uploads, so that the upload listener, which enforces that time itself, answers before the gateway. */
const uploadAnswerMs = 10_000;

/** Node.js has one timeout for whole requests: that of uploads. `guard` sets a shorter deadline for all other bodies. */
function computeTimeouts({ requestTimeoutMs, uploadTimeoutMs }: Config) {
  const headersTimeout = Math.min(requestTimeoutMs, uploadTimeoutMs);
  const connectionsCheckingInterval = Math.min(5_000, Math.ceil(headersTimeout / 6));
  const requestTimeout = uploadTimeoutMs + uploadAnswerMs;
  return { headersTimeout, requestTimeout, connectionsCheckingInterval };
}

const answered = new WeakSet<Socket>();

/**
 * Responds to bytes that are not an HTTP request, or to a request whose headers do not arrive in time. Later bytes on the connection
 * cannot be parsed either, so it is closed.
 */
function answerMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (answered.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (!isLate) {
    answered.add(socket);
    drainSocket(socket);
  }
  const answer = isLate
    ? new RestError('REQUEST_TIMEOUT', 'The request did not arrive in time. Send it again.')
    : new RestError('BAD_REQUEST', 'The request is not valid HTTP. Correct it and send it again.');
  const body = JSON.stringify(errorBody(answer, requestId));
  const head = [
    isLate ? 'HTTP/1.1 408 Request Timeout' : 'HTTP/1.1 400 Bad Request',
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `X-Request-Id: ${requestId}`,
  ];
  socket.end([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
}

type GuardDeps = AppDeps & {
  readonly cookies: Cookies;
  readonly refuseClosedOperation: RefuseClosedOperation;
};

/**
 * Sets the call context of each request, authenticates it, counts it against its rate limits and authorizes it, before the body
 * is read. Returns the check for responses that stay open.
 */
function guard(app: RestApp, config: Config, deps: GuardDeps): StandingAccess {
  const { rateLimitAnonymous: maxRefused, rateLimitWindowMs: windowMs } = config;
  const gate = createLookupGate({ maxRefused, windowMs }, deps.counter, deps.clock);
  const limit = createLimit(config, deps.counter, gate);
  const authentication = { principals: deps.principals, gate };
  const connections = capConnections(app.server, config.connectionsPerAddress, config.isTrustedProxy);
  const { stopping } = deps.runtime.lifecycle;
  app.decorateRequest('authentication');
  app.decorateRequest('call');
  app.decorateRequest('bodyDeadline');
  app.addHook('onRequest', async (request, reply) => {
    request.call = openCall(request, reply, config.callTimeoutMs);
    request.authentication = anonymous;
    void reply.headers(securityHeaders).header('x-request-id', request.id);
    if (stopping.aborted) void reply.header('connection', 'close');
    try {
      connections.refuse(request.raw.socket);
      request.authentication = await authenticate(
        authentication,
        request,
        deps.cookies.session.read(request),
      );
      await limit(request, reply);
    } finally {
      const leftMs = Math.max(0, config.requestTimeoutMs - reply.elapsedTime);
      request.bodyDeadline = startBodyDeadline(request.raw, leftMs);
    }
    // Runs before the body is parsed, so that an unknown path is 404 whatever the content type is.
    if (request.is404) throw createNoRouteError(app, request);
    admit(request);
    deps.refuseClosedOperation(request);
    authorizeRequest(request);
    refuseCrossSite(request, config.publicUrl);
    passIdempotencyKey(request, reply);
  });
  const { session } = deps.cookies;
  return createStandingAccess({
    ...authentication,
    session,
    refuseClosedOperation: deps.refuseClosedOperation,
  });
}
