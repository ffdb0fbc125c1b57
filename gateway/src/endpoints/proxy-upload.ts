import { Transform } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import type { FastifyRequest } from 'fastify';
import { DomainError, invalidField, notFound } from '@assay/chassis/errors';
import { callMetadata, replayedMetadata } from '@assay/chassis/grpc/contract/call-metadata';
import { maxSilenceMs } from '@assay/chassis/http/heartbeat';
import { isId } from '@assay/chassis/ids';
import { mebibytes } from '@assay/chassis/units';
import { File } from '@assay/proto/files/v1/file';
import { UploadPart } from '@assay/proto/files/v1/upload';
import { CreateInputDataSetResponse } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { RestError } from '@assay/operations/errors/rest-error';
import type { ServedAnswer } from '@assay/operations/derive/answer';
import { buildRoute } from '../routes/build-route.ts';
import type { Endpoint, RestApp, RouteDeps } from '../rest-app.ts';
import { openUpstreamSpan } from '../routes/tracing.ts';
import type { UpstreamSpan } from '../routes/tracing.ts';
import { readUploadAnswer } from './upload-answer.ts';
import { uploadBody } from './upload-body.ts';

/** The headers of the client that are forwarded. Its credentials are not. */
const forwardedHeaders = ['content-type', 'content-length'] as const;
const maxPaceIntervalMs = 10_000;
/** Each heartbeat of the listener starts the time again. */
const readLimits = { headersTimeout: maxSilenceMs, bodyTimeout: maxSilenceMs };
const connectMs = 5_000;

/** The caller and the path of an upload. */
type Identified = Pick<FastifyRequest, 'call' | 'params'>;

interface UploadProxyOptions {
  readonly method: 'POST' | 'PUT';
  /** The accepted content type of bodies; `*`: any. */
  readonly contentType: string;
  /** The message that the listener responds with after it has stored the body. */
  readonly stored: { readonly decode: (bytes: Uint8Array) => unknown };
  /** Maximum size of that response; 1 MiB by default. */
  readonly maxAnswerBytes?: number;
  /** Throws when an id in the path cannot exist or the request has no body. */
  readonly check: (request: Pick<FastifyRequest, 'params' | 'body'>) => void;
  /** Returns further headers for the listener. It runs before the body is sent. */
  readonly open?: (deps: RouteDeps, request: Identified) => Promise<Readonly<Record<string, string>>>;
  /** Completes an upload that the listener has stored. It runs before the response is sent. */
  readonly commit?: (deps: RouteDeps, request: Identified, stored: unknown) => Promise<void>;
}

/** The options of uploads that are sent as a form. */
export const form = {
  method: 'POST',
  contentType: 'multipart/form-data',
  check: ({ params, body }) => {
    checkIds(params);
    if (body === undefined)
      throw invalidField(
        'file',
        'The request has no body. Send multipart/form-data with a part named `file`.',
      );
  },
} as const satisfies Partial<UploadProxyOptions>;

export const uploadFile = proxyUpload({ ...form, stored: File });

/** A set has at most 8 MiB of values, and overhead for each value. */
const maxInputDataBytes = mebibytes(16);

export const importInputData = proxyUpload({
  ...form,
  stored: CreateInputDataSetResponse,
  maxAnswerBytes: maxInputDataBytes,
});

export const uploadPart = proxyUpload({
  method: 'PUT',
  contentType: '*',
  stored: UploadPart,
  check: ({ params, body }) => {
    checkIds(params);
    const { partNumber } = params as { readonly partNumber: string };
    if (!/^[1-9]\d{0,4}$/u.test(partNumber))
      throw invalidField('partNumber', 'partNumber must be a whole number of at least 1');
    if (body === undefined)
      throw invalidField('body', 'The request has no body. Send the bytes of the part.');
  },
});

/** Throws NOT_FOUND for a value that cannot be an id, so that it does not become part of the upstream URL. */
function checkIds(params: unknown): void {
  const { projectId, uploadId } = params as { readonly projectId: string; readonly uploadId?: string };
  if (!isId(projectId)) throw notFound('project');
  if (uploadId !== undefined && !isId(uploadId)) throw notFound('upload');
}

/**
 * Creates an endpoint that streams the body to the upload listener of projects-files and converts the message that it responds
 * with.
 */
export function proxyUpload({
  method,
  contentType,
  stored,
  maxAnswerBytes = mebibytes(1),
  check,
  open = () => Promise.resolve({}),
  commit = () => Promise.resolve(),
}: UploadProxyOptions): Endpoint {
  return (app, operation, deps) => {
    const {
      path,
      answer: { toResponse },
    } = operation;
    const { uploadMinBytesPerSecond: minBytesPerSecond, requestTimeoutMs } = deps.config;
    const pace = { minBytesPerSecond, intervalMs: Math.min(maxPaceIntervalMs, requestTimeoutMs) };
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(contentType, (request, payload, done) => {
        request.bodyDeadline?.lift();
        done(null, uploadBody(payload, pace));
      });
      addChecks(scope, deps, { check, open });
      await scope.register(httpProxy, {
        prefix: path,
        rewritePrefix: path,
        upstream: deps.config.projectsFilesUploadUrl,
        httpMethods: [method],
        routes: [''],
        config: { ...buildRoute(operation).config, streamsBody: true },
        proxyPayloads: false,
        disableRequestLogging: true,
        undici: connectionOptions(deps),
        replyOptions: {
          queryString: () => '',
          rewriteRequestHeaders: toListenerHeaders,
          rewriteHeaders: () => ({}),
          onResponse: (request, reply, response) => {
            const { statusCode: status, stream } = response;
            // The proxy closes a connection when it has not read the whole body. Here the rest is drained instead, so that a
            // client that is still sending receives the response.
            if (!deps.runtime.lifecycle.stopping.aborted) reply.removeHeader('connection');
            if (readHeaders(response)[replayedMetadata] === 'true') request.call.onReplayed?.();
            const reading = readUploadAnswer({ type: stored, maxAnswerBytes }, { status, stream });
            const committed = reading.then(async (message) => {
              await commit(deps, request, message);
              return message;
            });
            if (request.upstreamSpan) void endWith(request.upstreamSpan, status, reading);
            void answer(reply, toResponse, committed);
          },
          onError: (reply, { error }) => {
            reply.request.upstreamSpan?.end({ failed: true });
            reply.send(toUploadError(error));
          },
        },
      });
    });
  };
}

/** Returns the options of undici. Throws ConfigError when uploads would leave this machine unencrypted without permission. */
function connectionOptions({ config, runtime }: RouteDeps) {
  const { protocol, hostname } = new URL(config.projectsFilesUploadUrl);
  if (protocol === 'http:') runtime.security.check(hostname);
  const { ca } = runtime.security;
  return { ...readLimits, connect: { timeout: connectMs, ...(ca && { ca }) } };
}

function addChecks(
  scope: RestApp,
  deps: RouteDeps,
  { check, open }: Pick<Required<UploadProxyOptions>, 'check' | 'open'>,
): void {
  const { config, tokens } = deps;
  scope.decorateRequest('listenerHeaders');
  scope.decorateRequest('internalToken', '');
  scope.decorateRequest('upstreamSpan');
  scope.addHook('onError', (request, _reply, _error, done) => {
    // Destroying the body drains the rest of the request. Otherwise the client would block on sending it.
    if (request.body instanceof Transform) request.body.destroy();
    done();
  });
  scope.addHook('preHandler', async (request, reply) => {
    check(request);
    request.listenerHeaders = await open(deps, request);
    request.internalToken = (await tokens.forCall(request.call, 'projects-files')) ?? '';
    request.upstreamSpan = openUpstreamSpan(request, reply, config.projectsFilesUploadUrl);
  });
}

type Proxied = Pick<
  FastifyRequest,
  'call' | 'internalToken' | 'headers' | 'upstreamSpan' | 'listenerHeaders'
>;

function toListenerHeaders({ call, headers, internalToken, upstreamSpan, listenerHeaders }: Proxied) {
  const traceparent = upstreamSpan?.traceparent ?? call.traceparent;
  const kept = forwardedHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    ...listenerHeaders,
    authorization: `Bearer ${internalToken}`,
    'x-request-id': call.requestId,
    ...(traceparent !== undefined && { [callMetadata.traceparent]: traceparent }),
    ...(call.idempotencyKey !== undefined && { [callMetadata.idempotencyKey]: call.idempotencyKey }),
  };
}

/** Reads the headers that undici received. The proxy declares the type of a Fastify reply, which has no `headers`. */
function readHeaders(response: object): Readonly<Record<string, unknown>> {
  return (response as { readonly headers?: Readonly<Record<string, unknown>> }).headers ?? {};
}

/** The used part of a reply. The type that the proxy declares also allows HTTP/2. */
interface Reply {
  code(status: number): { send(body: unknown): unknown };
  send(error: unknown): unknown;
}

async function answer(
  reply: Reply,
  toResponse: ServedAnswer['toResponse'],
  reading: Promise<unknown>,
): Promise<void> {
  try {
    // The response type of the operation is the message that the listener sends.
    const answered = toResponse((await reading) as never, {});
    reply.code(answered.status).send(answered.body);
  } catch (error) {
    reply.send(error);
  }
}

/** Ends the span. It has failed when the listener disconnected or returned a 5xx status, not when it refused the upload. */
async function endWith(span: UpstreamSpan, status: number, reading: Promise<unknown>): Promise<void> {
  const isUnavailable = await reading.then(
    () => false,
    (error: unknown) => error instanceof DomainError && error.status === 'UNAVAILABLE',
  );
  span.end({ status, failed: isUnavailable || status >= 500 });
}

/** Returns REQUEST_TIMEOUT when the client was too slow, else UNAVAILABLE. */
function toUploadError(cause: Error): Error {
  if (cause.cause instanceof RestError) return cause.cause;
  return new DomainError(
    'UNAVAILABLE',
    'UPLOAD_UNAVAILABLE',
    'The upload listener is unavailable. Try again in a few seconds.',
    { cause },
  );
}
