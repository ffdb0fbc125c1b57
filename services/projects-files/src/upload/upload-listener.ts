import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import multipart from '@fastify/multipart';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, notFound } from '@assay/chassis/errors';
import { asUnavailable } from '@assay/chassis/grpc/unavailable';
import { drainRequest } from '@assay/chassis/http/drain-request';
import type { CallContext } from '@assay/chassis/call-context';
import type { TokenVerifier } from '@assay/chassis/tokens/internal-token';
import type { Runtime } from '@assay/chassis/process/runtime';
import type { Deps } from '../deps.ts';
import { findProject } from '../domain/project/get-project.ts';
import type { File } from '../domain/file/file.ts';
import type { StoredPart } from '../domain/resumable-upload/store-part.ts';
import { sendError, sendFile, sendPart } from './responses.ts';
import { identifyUploader, newRequestId } from './identify-uploader.ts';
import { receivePart } from './receive-part.ts';
import { receiveUpload } from './receive-upload.ts';
import { createUploadObserver } from './upload-observer.ts';
import { watchUpload } from './watch-upload.ts';

export interface UploadListenerOptions {
  readonly runtime: Runtime;
  readonly verifier: TokenVerifier;
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  /** How long uploads may go on once the process stops. */
  readonly drainTimeoutMs: number;
}

const noop = (): void => undefined;

/** Serves uploads and parts of them over HTTP, see the README for its protocol. Returns `host:port`. */
export async function startUploadListener(deps: Deps, options: UploadListenerOptions): Promise<string> {
  const stopping = new AbortController();
  const inFlight = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>): void => {
    const done = work.then(noop, noop).finally(() => inFlight.delete(done));
    inFlight.add(done);
  };
  const receiving = { ...options, track, stopping: stopping.signal };
  const app = createApp(options, {
    file: (request) => receive(deps, request, { ...receiving, take: takeFile }),
    part: (request) => receive(deps, request, { ...receiving, take: receivePart }),
  });
  options.runtime.security.check(options.host);
  await app.listen({ host: options.host, port: options.port });
  drainOnStop(options.runtime, async () => {
    const cut = setTimeout(() => {
      stopping.abort(new DomainError('UNAVAILABLE', 'SHUTTING_DOWN', 'the service is shutting down'));
    }, options.drainTimeoutMs);
    await app.close();
    await Promise.all(inFlight);
    clearTimeout(cut);
  });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the upload listener has no address');
  const uploadAddress = `${options.host}:${address.port}`;
  options.runtime.logger.info({ uploadAddress }, 'takes uploads');
  return uploadAddress;
}

/** The drain begins when stopping begins, not when the lifecycle closes the listener: an upload may need all the time there is. */
function drainOnStop({ lifecycle }: Runtime, drain: () => Promise<void>): void {
  let draining: Promise<void> | undefined;
  const begin = (): void => {
    draining ??= drain();
    // Awaited by the closing step.
    draining.catch(noop);
  };
  lifecycle.stopping.addEventListener('abort', begin, { once: true });
  lifecycle.onStop('upload listener', () => draining);
}

interface Receivers {
  readonly file: (request: FastifyRequest) => Promise<File>;
  readonly part: (request: FastifyRequest) => Promise<StoredPart>;
}

function createApp(
  { runtime, timeoutMs }: UploadListenerOptions,
  { file: receiveFile, part: receiveOnePart }: Receivers,
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
  app.post('/v2/projects/:projectId/files', async (request, reply) => {
    const file = await receiveFile(request);
    observe(request, { file });
    return sendFile(reply, file);
  });
  app.put('/v2/projects/:projectId/uploads/:uploadId/parts/:partNumber', async (request, reply) => {
    const part = await receiveOnePart(request);
    observe(request, { part });
    return sendPart(reply, part);
  });
  return app;
}

type Take<T> = (deps: Deps, call: CallContext, request: FastifyRequest) => Promise<T>;

interface ReceiveOptions<T> extends UploadListenerOptions {
  readonly stopping: AbortSignal;
  /** Registers work that may outlast its response: what a refused upload left behind is still being removed. */
  readonly track: (work: Promise<unknown>) => void;
  readonly take: Take<T>;
}

async function receive<T>(deps: Deps, request: FastifyRequest, options: ReceiveOptions<T>): Promise<T> {
  const watch = watchUpload(request, options);
  try {
    const deadline = new Date(deps.clock.now().getTime() + options.timeoutMs);
    const call = await identifyUploader(options.verifier, request, { deadline, signal: watch.signal });
    const receiving = options.take(deps, call, request);
    options.track(receiving);
    return await Promise.race([receiving, watch.ended]);
  } finally {
    watch.stop();
  }
}

const takeFile: Take<File> = async (deps, call, request) => {
  const { projectId } = request.params as { readonly projectId: string };
  await findProject(deps, call, projectId);
  return receiveUpload(deps, call, { projectId, request });
};
