import { Transform } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import type { FastifyRequest } from 'fastify';
import { DomainError, invalidField, notFound } from '@assay/chassis/errors';
import { callMetadata, replayedMetadata } from '@assay/chassis/grpc/call-metadata';
import { isId } from '@assay/chassis/ids';
import { File } from '@assay/proto/files/v1/file';
import { UploadPart } from '@assay/proto/files/v1/upload';
import { CreateInputDataSetResponse } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { RestError } from '@assay/operations/errors/rest-error';
import type { ServedAnswer } from '@assay/operations/derive/answer';
import type { Endpoint, RestApp, RouteDeps } from '../rest-app.ts';
import { openUpstreamSpan } from '../tracing.ts';
import type { UpstreamSpan } from '../tracing.ts';
import { readUploadAnswer } from './upload-answer.ts';
import { uploadBody } from './upload-body.ts';

/** What of the client's headers goes on; above all not its credentials. */
const forwardedHeaders = ['content-type', 'content-length'] as const;
const maxPaceIntervalMs = 10_000;
const readLimits = { headersTimeout: 120_000, bodyTimeout: 30_000 };
const connectMs = 5_000;
const mebibyte = 2 ** 20;

interface UploadProxyOptions {
  readonly method: 'POST' | 'PUT';
  /** What bodies may be; `*`: anything. */
  readonly contentType: string;
  /** What the listener answers with when it has stored what was sent. */
  readonly stored: { readonly decode: (bytes: Uint8Array) => unknown };
  /** The most bytes of that answer; 1 MiB unless given. */
  readonly maxAnswerBytes?: number;
  /** Throws where the request names what cannot be there, or brings nothing. */
  readonly check: (request: Pick<FastifyRequest, 'params' | 'body'>) => void;
}

const form = {
  method: 'POST',
  contentType: 'multipart/form-data',
  check: ({ params, body }) => {
    checkIds(params);
    if (body === undefined) throw invalidField('file', 'a multipart body with a part file is needed');
  },
} as const satisfies Partial<UploadProxyOptions>;

export const uploadFile = proxyUpload({ ...form, stored: File });

/** A set has at most 8 MiB of values, and some bytes about each. */
const maxInputDataBytes = 16 * mebibyte;

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
      throw invalidField('partNumber', 'partNumber must be a number from 1');
    if (body === undefined) throw invalidField('body', 'the bytes of the part are needed');
  },
});

/** What could not be an id is refused before it becomes part of another address. */
function checkIds(params: unknown): void {
  const { projectId, uploadId } = params as { readonly projectId: string; readonly uploadId?: string };
  if (!isId(projectId)) throw notFound('project');
  if (uploadId !== undefined && !isId(uploadId)) throw notFound('upload');
}

/** Streams the body to the upload listener of projects-files, which answers as its rpcs do, and maps that answer. */
function proxyUpload({
  method,
  contentType,
  stored,
  maxAnswerBytes = mebibyte,
  check,
}: UploadProxyOptions): Endpoint {
  return (app, { path, answer: { toResponse } }, deps) => {
    const { uploadMinBytesPerSecond: minBytesPerSecond, requestTimeoutMs } = deps.config;
    const pace = { minBytesPerSecond, intervalMs: Math.min(maxPaceIntervalMs, requestTimeoutMs) };
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(contentType, (request, payload, done) => {
        request.bodyDeadline?.lift();
        done(null, uploadBody(payload, pace));
      });
      addChecks(scope, deps, check);
      await scope.register(httpProxy, {
        prefix: path,
        rewritePrefix: path,
        upstream: deps.config.projectsFilesUploadUrl,
        httpMethods: [method],
        routes: [''],
        proxyPayloads: false,
        disableRequestLogging: true,
        undici: connectionOptions(deps),
        replyOptions: {
          queryString: () => '',
          rewriteRequestHeaders: toListenerHeaders,
          rewriteHeaders: () => ({}),
          onResponse: (request, reply, response) => {
            const { statusCode: status, stream } = response;
            // The proxy closes connections whose body it has not seen the end of; here the rest is drained, so that no
            // client that still sends loses its answer.
            if (!deps.runtime.lifecycle.stopping.aborted) reply.removeHeader('connection');
            if (readHeaders(response)[replayedMetadata] === 'true') request.call.onReplayed?.();
            const reading = readUploadAnswer({ type: stored, maxAnswerBytes }, { status, stream });
            if (request.upstreamSpan) void endWith(request.upstreamSpan, status, reading);
            void answer(reply, toResponse, reading);
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

/** Throws ConfigError when uploads would leave this machine in plaintext and may not. */
function connectionOptions({ config, runtime }: RouteDeps) {
  const { protocol, hostname } = new URL(config.projectsFilesUploadUrl);
  if (protocol === 'http:') runtime.security.check(hostname);
  const { ca } = runtime.security;
  return { ...readLimits, connect: { timeout: connectMs, ...(ca && { ca }) } };
}

function addChecks(scope: RestApp, { config, tokens }: RouteDeps, check: UploadProxyOptions['check']): void {
  scope.decorateRequest('internalToken', '');
  scope.decorateRequest('upstreamSpan');
  scope.addHook('onError', (request, _reply, _error, done) => {
    // Closed, what is still to come of it is drained; else the client would wait for somebody to read it.
    if (request.body instanceof Transform) request.body.destroy();
    done();
  });
  scope.addHook('preHandler', async (request, reply) => {
    check(request);
    request.internalToken = (await tokens.forCall(request.call, 'projects-files')) ?? '';
    request.upstreamSpan = openUpstreamSpan(request, reply, config.projectsFilesUploadUrl);
  });
}

type Proxied = Pick<FastifyRequest, 'call' | 'internalToken' | 'headers' | 'upstreamSpan'>;

function toListenerHeaders({ call, headers, internalToken, upstreamSpan }: Proxied) {
  const traceparent = upstreamSpan?.traceparent ?? call.traceparent;
  const kept = forwardedHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    authorization: `Bearer ${internalToken}`,
    'x-request-id': call.requestId,
    ...(traceparent !== undefined && { [callMetadata.traceparent]: traceparent }),
    ...(call.idempotencyKey !== undefined && { [callMetadata.idempotencyKey]: call.idempotencyKey }),
  };
}

/** The proxy's type of it is that of a reply of ours, which has no `headers`; it is what undici received. */
function readHeaders(response: object): Readonly<Record<string, unknown>> {
  return (response as { readonly headers?: Readonly<Record<string, unknown>> }).headers ?? {};
}

/** What of a reply is needed; the proxy's own type of it also allows HTTP/2. */
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
    // The operation shows the message that the listener answers with.
    const answered = toResponse((await reading) as never, {});
    reply.code(answered.status).send(answered.body);
  } catch (error) {
    reply.send(error);
  }
}

/** It has failed when the listener broke off or could not store anything, not when it refused. */
async function endWith(span: UpstreamSpan, status: number, reading: Promise<unknown>): Promise<void> {
  const isUnavailable = await reading.then(
    () => false,
    (error: unknown) => error instanceof DomainError && error.status === 'UNAVAILABLE',
  );
  span.end({ status, failed: isUnavailable || status >= 500 });
}

/** Either the client was too slow, or the listener is to blame. */
function toUploadError(cause: Error): Error {
  if (cause.cause instanceof RestError) return cause.cause;
  return new DomainError('UNAVAILABLE', 'UPLOAD_UNAVAILABLE', 'uploads are unavailable', { cause });
}
