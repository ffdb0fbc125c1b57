import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '@assay/chassis/errors';
import { errorCatalog } from '@assay/operations/errors/error-catalog';
import { toRestCode } from '@assay/operations/errors/error-codes';
import { RestError } from '@assay/operations/errors/rest-error';
import type { RestApp } from './rest-app.ts';
import { describeViolation } from './validation.ts';

const retryAfterSeconds = 1;
const malformedRequest = 'The request is malformed. Correct it and send it again.';

/** Converts any error to the REST error that the client receives. An unexpected error becomes INTERNAL_ERROR without details. */
export function toRestError(error: unknown, request?: RefusedRequest): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof DomainError) return fromDomainError(error);
  return fromFrameworkError(error as Partial<FastifyError>, request);
}

function fromDomainError(error: DomainError): RestError {
  const code = toRestCode(error);
  if (code === 'INTERNAL_ERROR') return internalError();
  if (code === 'SERVICE_UNAVAILABLE') {
    const message = 'The service is temporarily unavailable. Try again after the seconds in `Retry-After`.';
    return new RestError(code, message, { retryAfterSeconds });
  }
  const { details } = error;
  const retryAfter = details?.['retryAfterSeconds'];
  return new RestError(code, error.message, {
    details,
    ...(typeof retryAfter === 'number' && { retryAfterSeconds: retryAfter }),
  });
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

function internalError(): RestError {
  return new RestError(
    'INTERNAL_ERROR',
    'Internal server error. Report the request id if the error persists.',
  );
}

/** Builds the response body that all errors have. */
export function errorBody(error: RestError, requestId: string) {
  const { details } = error.options;
  return { error: { code: error.code, message: error.message, ...(details && { details }), requestId } };
}

/** Sends an error as JSON with its headers. Logs errors of the 5xx statuses, except those of clients that disconnected. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toRestError(error, request);
  const { status } = errorCatalog[answer.code];
  if (status >= 500 && !isClientDisconnect(error)) request.log.error({ err: error }, 'request failed');
  const { retryAfterSeconds: retryAfter, allow } = answer.options;
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  // A 401 response must name a challenge (RFC 9110, section 15.5.2).
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  if (allow !== undefined) void reply.header('allow', allow.join(', '));
  // The server does not read the rest of the request (RFC 9110, section 15.5.9).
  if (status === 408) void reply.header('connection', 'close');
  return reply.code(status).type('application/json; charset=utf-8').send(errorBody(answer, request.id));
}

function isClientDisconnect(error: unknown): boolean {
  return error instanceof DomainError && error.status === 'CANCELLED';
}

/** Makes handlers, unknown paths and unsupported methods respond with the same error shape. */
export function useErrors(app: RestApp): void {
  const methodsByPattern = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methodsByPattern.set(url, [...(methodsByPattern.get(url) ?? []), ...[method].flat()]);
  });
  app.decorate('served', methodsByPattern);
  app.setErrorHandler(sendError);
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
