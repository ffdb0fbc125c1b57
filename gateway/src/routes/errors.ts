import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '@assay/chassis/errors';
import { drainRequest } from '@assay/chassis/http/drain-request';
import type { Runtime } from '@assay/chassis/process/runtime';
import { errorCatalog } from '@assay/operations/errors/error-catalog';
import { errorBody, internalError, toRestError } from '@assay/operations/errors/show-error';
import { RestError } from '@assay/operations/errors/rest-error';
import { isCut, recordCutRequests } from './cut-requests.ts';
import type { RestApp } from '../rest-app.ts';
import { describeViolation } from '@assay/operations/adapter/validation';

const malformedRequest = 'The request is malformed. Correct it and send it again.';

/** Converts any error, also one of the framework, to the REST error that the client receives. */
export function toAnswer(error: unknown, request?: RefusedRequest): RestError {
  if (error instanceof RestError || error instanceof DomainError) return toRestError(error);
  return fromFrameworkError(error as Partial<FastifyError>, request);
}

/** The part of a request that explains why its body was refused. */
type RefusedRequest = Pick<FastifyRequest, 'headers' | 'routeOptions'>;

function fromFrameworkError(error: Partial<FastifyError>, request: RefusedRequest | undefined): RestError {
  if (error.validation !== undefined) return describeViolation(error.validation, error.validationContext);
  switch (error.statusCode) {
    case 413:
      return new RestError('PAYLOAD_TOO_LARGE', 'The request body is too large. Send a smaller one.', {
        details: describeSize(request),
      });
    case 415:
      return new RestError(
        'UNSUPPORTED_MEDIA_TYPE',
        'The content type of the request body is not supported. Use the one in the documentation of the operation.',
        { details: describeType(request) },
      );
    case 400:
    case 414:
    case 431:
      return new RestError('BAD_REQUEST', error.message ?? malformedRequest);
    default:
      return internalError();
  }
}

function describeSize(request: RefusedRequest | undefined) {
  const { headers, routeOptions } = request ?? {};
  const announced = Number(headers?.['content-length']);
  return {
    maxBytes: routeOptions?.bodyLimit,
    receivedBytes: Number.isSafeInteger(announced) ? announced : undefined,
    mimeType: readMimeType(headers?.['content-type']) ?? undefined,
  };
}

function describeType(request: RefusedRequest | undefined) {
  const declaredMimeType = readMimeType(request?.headers['content-type']);
  return { declaredMimeType, detectedMimeType: null, allowedMimeTypes: ['application/json'] };
}

function readMimeType(contentType: string | undefined): string | null {
  const [mimeType = ''] = contentType?.split(';', 1) ?? [];
  return mimeType.trim().toLowerCase() || null;
}

/** Sends an error as JSON with its headers. Logs errors of the 5xx statuses, except those of clients that disconnected. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toAnswer(error, request);
  const { status } = errorCatalog[answer.code];
  if (status >= 500 && !isCut(request) && !isCancelled(error))
    request.log.error({ err: error }, 'request failed');
  const { retryAfterSeconds: retryAfter, allow } = answer.options;
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  // A 401 response must name a challenge (RFC 9110, section 15.5.2).
  if (status === 401)
    void reply.header('www-authenticate', request.routeOptions.config.challenge ?? 'Bearer');
  if (allow !== undefined) void reply.header('allow', allow.join(', '));
  // The server does not read the rest of the request (RFC 9110, section 15.5.9).
  if (status === 408) void reply.header('connection', 'close');
  return reply.code(status).type('application/json; charset=utf-8').send(errorBody(answer, request.id));
}

/** Drops the rest of a refused body. Fastify would close the connection, and a client that still sends would not get the answer. */
function drainBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  reply.removeHeader('connection');
  drainRequest(raw);
}

function isTooSlow(error: unknown): boolean {
  return error instanceof RestError && error.code === 'REQUEST_TIMEOUT';
}

function isCancelled(error: unknown): boolean {
  return error instanceof DomainError && error.status === 'CANCELLED';
}

/** Makes handlers, unknown paths and unsupported methods respond with the same error shape. */
export function useErrors(app: RestApp, runtime: Runtime): void {
  const cutRequests = recordCutRequests(runtime);
  const methodsByPattern = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methodsByPattern.set(url, [...(methodsByPattern.get(url) ?? []), ...[method].flat()]);
  });
  app.decorate('served', methodsByPattern);
  app.setErrorHandler((error, request, reply) => {
    if (isCut(request)) cutRequests.add(request);
    else if (!runtime.lifecycle.stopping.aborted && !isTooSlow(error)) drainBody(request, reply);
    return sendError(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendError(createNoRouteError(app, request), request, reply));
}

/** Returns METHOD_NOT_ALLOWED with the supported methods when other routes match the path, else NOT_FOUND. */
export function createNoRouteError(
  { served }: Pick<RestApp, 'served'>,
  { url, method }: FastifyRequest,
): RestError {
  const [path = ''] = url.split('?');
  const matching = [...served]
    .filter(([pattern]) => new RegExp(`^${pattern.replaceAll(/:\w+/gu, '[^/]+')}/?$`, 'u').test(path))
    .map(([pattern, methodsOfPattern]) => ({ parameters: pattern.split(':').length, methodsOfPattern }));
  // A route with fewer parameters is more specific: `/v2/users/me` is not a user with the id `me`.
  const fewest = Math.min(...matching.map(({ parameters }) => parameters));
  const methods = matching.flatMap(({ parameters, methodsOfPattern }) =>
    parameters === fewest ? methodsOfPattern : [],
  );
  if (methods.length === 0)
    return new RestError('NOT_FOUND', 'There is no resource at this address. Check the path.');
  const allow = [...new Set(methods)].sort();
  const message = `This address does not support ${method}. Use a method of the \`Allow\` header.`;
  return new RestError('METHOD_NOT_ALLOWED', message, { allow });
}
