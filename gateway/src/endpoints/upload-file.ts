import httpProxy from '@fastify/http-proxy';
import type { FastifyRequest } from 'fastify';
import { DomainError, invalidField, notFound } from '@assay/chassis/errors';
import { isId } from '@assay/chassis/ids';
import { RestError } from '@assay/operations/errors/rest-error';
import type { ServedAnswer } from '@assay/operations/derive/answer';
import type { Endpoint, RestApp, RouteDeps } from '../rest-app.ts';
import { readUploadAnswer } from './upload-answer.ts';
import { uploadBody } from './upload-body.ts';

/** What of the client's headers goes on; above all not its credentials. */
const passedOn = ['content-type', 'content-length'] as const;
const longestPauseMs = 10_000;
const readLimits = { headersTimeout: 120_000, bodyTimeout: 30_000 };
const connectMs = 5_000;

/** Streams the body to the upload listener of projects-files, which answers as its rpcs do, and maps that answer. */
export const uploadFile: Endpoint = (app, { path, answer: { toAnswered } }, deps) => {
  const { uploadMinBytesPerSecond: minBytesPerSecond, requestTimeoutMs } = deps.config;
  const pace = { minBytesPerSecond, intervalMs: Math.min(longestPauseMs, requestTimeoutMs) };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', (request, payload, done) => {
      request.bodyDeadline?.lift();
      done(null, uploadBody(payload, pace));
    });
    addChecks(scope, deps);
    await scope.register(httpProxy, {
      prefix: path,
      rewritePrefix: path,
      upstream: deps.config.projectsFilesUploadUrl,
      httpMethods: ['POST'],
      routes: [''],
      proxyPayloads: false,
      disableRequestLogging: true,
      undici: connectionOptions(deps),
      replyOptions: {
        queryString: () => '',
        rewriteRequestHeaders: toListenerHeaders,
        rewriteHeaders: () => ({}),
        onResponse: (_request, reply, { statusCode, stream }) => {
          // The proxy closes connections whose body it has not seen the end of; here the rest is drained, so that no
          // client that still sends loses its answer.
          if (!deps.runtime.lifecycle.stopping.aborted) reply.removeHeader('connection');
          void answer(reply, toAnswered, { status: statusCode, stream });
        },
        onError: (reply, { error }) => void reply.send(brokenOff(error)),
      },
    });
  });
};

/** Throws ConfigError when uploads would leave this machine in plaintext and may not. */
function connectionOptions({ config, runtime }: RouteDeps) {
  const { protocol, hostname } = new URL(config.projectsFilesUploadUrl);
  if (protocol === 'http:') runtime.security.check(hostname);
  const { ca } = runtime.security;
  return { ...readLimits, connect: { timeout: connectMs, ...(ca && { ca }) } };
}

function addChecks(scope: RestApp, { tokens }: RouteDeps): void {
  scope.decorateRequest('internalToken', '');
  scope.addHook('preHandler', async (request) => {
    const { projectId } = request.params as { projectId: string };
    if (!isId(projectId)) throw notFound('project');
    if (request.body === undefined) throw invalidField('file', 'a multipart body with a part file is needed');
    request.internalToken = (await tokens.forCall(request.call, 'projects-files')) ?? '';
  });
}

type Proxied = Pick<FastifyRequest, 'call' | 'internalToken' | 'headers'>;

function toListenerHeaders({ call, headers, internalToken }: Proxied) {
  const kept = passedOn.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    authorization: `Bearer ${internalToken}`,
    'x-request-id': call.requestId,
    ...(call.traceparent !== undefined && { traceparent: call.traceparent }),
  };
}

/** What of a reply is needed; the proxy's own type of it also allows HTTP/2. */
interface Reply {
  code(status: number): { send(body: unknown): unknown };
  send(error: unknown): unknown;
}

interface ListenerAnswer {
  readonly status: number;
  readonly stream: AsyncIterable<Uint8Array>;
}

async function answer(
  reply: Reply,
  toAnswered: ServedAnswer['toAnswered'],
  { status, stream }: ListenerAnswer,
): Promise<void> {
  try {
    // The operation shows the file that the listener answers with.
    const answered = toAnswered((await readUploadAnswer(status, stream)) as never, {});
    reply.code(answered.status).send(answered.body);
  } catch (error) {
    reply.send(error);
  }
}

/** Either the client was too slow, or the listener is to blame. */
function brokenOff(cause: Error): Error {
  if (cause.cause instanceof RestError) return cause.cause;
  return new DomainError('UNAVAILABLE', 'UPLOAD_UNAVAILABLE', 'uploads are unavailable', { cause });
}
