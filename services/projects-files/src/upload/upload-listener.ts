import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import multipart from '@fastify/multipart';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, notFound } from '@assay/chassis/errors';
import { asUnavailable } from '@assay/chassis/grpc/unavailable';
import { drainRequest } from '@assay/chassis/http/drain-request';
import { drainServer } from '@assay/chassis/http/drain-server';
import { sendHeartbeats, usualHeartbeatMs } from '@assay/chassis/http/heartbeat';
import type { TokenVerifier } from '@assay/chassis/tokens/internal-token';
import type { Runtime } from '@assay/chassis/process/runtime';
import { stopTimes } from '@assay/chassis/process/stop-times';
import type { Deps } from '../deps.ts';
import { sendError, sendStored } from './responses.ts';
import type { StoredAnswer } from './responses.ts';
import { inSpan } from '@assay/chassis/process/tracing/spans';
import { identifyUploader, newRequestId, uploadSpan } from './identify-uploader.ts';
import { createUploadObserver } from './upload-observer.ts';
import { uploadRoutes } from './upload-routes.ts';
import type { RouteOptions, UploadRoute } from './upload-routes.ts';
import { watchUpload } from './watch-upload.ts';

export interface UploadListenerOptions extends RouteOptions {
  readonly runtime: Runtime;
  readonly verifier: TokenVerifier;
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  /** How long uploads may go on once the process closes. */
  readonly drainTimeoutMs: number;
}

const noop = (): void => undefined;

/** Serves uploads, parts of them and input data over HTTP, see the README for its protocol. Returns `host:port`. */
export async function startUploadListener(deps: Deps, options: UploadListenerOptions): Promise<string> {
  const stopping = new AbortController();
  const inFlight = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>): void => {
    const done = work.then(noop, noop).finally(() => inFlight.delete(done));
    inFlight.add(done);
  };
  const receiving = { ...options, track, stopping: stopping.signal };
  const app = createApp(options, uploadRoutes(deps, options), (request, take) =>
    inSpan(uploadSpan(request), () => receive(deps, request, { ...receiving, take })),
  );
  options.runtime.security.check(options.host);
  await app.listen({ host: options.host, port: options.port });
  const limitMs = options.drainTimeoutMs + stopTimes.refusalMs;
  const drain = async (): Promise<void> => {
    const cut = setTimeout(() => {
      stopping.abort(
        new DomainError(
          'UNAVAILABLE',
          'SHUTTING_DOWN',
          'The service is restarting. Try again in a few seconds.',
        ),
      );
    }, options.drainTimeoutMs);
    await drainServer(app.server, limitMs);
    await app.close();
    await Promise.all(inFlight);
    clearTimeout(cut);
  };
  drainOnClosing(options.runtime, drain, limitMs);
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the upload listener has no address');
  const uploadAddress = `${options.host}:${address.port}`;
  options.runtime.logger.info({ uploadAddress }, 'takes uploads');
  return uploadAddress;
}

/** The drain begins before the lifecycle comes to the listener: an upload may need all the time there is. */
function drainOnClosing({ lifecycle }: Runtime, drain: () => Promise<void>, limitMs: number): void {
  let draining: Promise<void> | undefined;
  const begin = (): void => {
    draining ??= drain();
    // Awaited by the closing step.
    draining.catch(noop);
  };
  lifecycle.closing.addEventListener('abort', begin, { once: true });
  lifecycle.onStop('upload listener', () => draining, limitMs);
}

type Receive = (request: FastifyRequest, take: UploadRoute['take']) => Promise<StoredAnswer>;

function createApp(
  { runtime, timeoutMs, idleTimeoutMs }: UploadListenerOptions,
  routes: readonly UploadRoute[],
  receiveWith: Receive,
): FastifyInstance {
  const { identity } = runtime.security;
  const app = fastify({
    requestTimeout: timeoutMs + 10_000,
    genReqId: newRequestId,
    logger: false,
    serverFactory: (handler, serverOptions) =>
      identity === undefined
        ? createHttpServer(serverOptions, handler)
        : createHttpsServer({ ...serverOptions, ...identity }, handler),
  });
  const observe = createUploadObserver(runtime);
  const heartbeatMs = Math.min(usualHeartbeatMs, idleTimeoutMs / 3);
  app.removeAllContentTypeParsers();
  // Whatever is no multipart is not read here: its route reads or refuses it.
  app.addContentTypeParser('*', (_request, _payload, done) => {
    done(null);
  });
  app.register(multipart);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A connection that is kept alive after its last answer would keep the process waiting for it.
    if (runtime.lifecycle.stopping.aborted) reply.header('connection', 'close');
    done();
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, notFound('route')));
  app.setErrorHandler((thrown, request, reply) => {
    const error = asUnavailable(thrown);
    drainRequest(request.raw);
    observe(request, { error });
    return sendError(reply, error);
  });
  for (const { method, url, take } of routes) {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      sendHeartbeats(reply.raw, heartbeatMs);
      const stored = await receiveWith(request, take);
      observe(request, stored.outcome);
      return sendStored(reply, stored);
    };
    app.route({ method, url, handler });
  }
  return app;
}

interface ReceiveOptions extends UploadListenerOptions {
  readonly stopping: AbortSignal;
  /** Registers work that may outlast its response: what a refused upload left behind is still being removed. */
  readonly track: (work: Promise<unknown>) => void;
  readonly take: UploadRoute['take'];
}

async function receive(
  { clock }: Pick<Deps, 'clock'>,
  request: FastifyRequest,
  options: ReceiveOptions,
): Promise<StoredAnswer> {
  const watch = watchUpload(request, options);
  try {
    const deadline = new Date(clock.now().getTime() + options.timeoutMs);
    const call = await identifyUploader(options.verifier, request, { deadline, signal: watch.signal });
    const receiving = options.take(call, request);
    options.track(receiving);
    return await Promise.race([receiving, watch.ended]);
  } finally {
    watch.stop();
  }
}
