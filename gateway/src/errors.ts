import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '@assay/chassis/errors';
import { errorCatalog } from '@assay/operations/errors/error-catalog';
import { toRestCode } from '@assay/operations/errors/error-codes';
import { RestError } from '@assay/operations/errors/rest-error';
import type { RestApp } from './rest-app.ts';
import { describeViolation } from './validation.ts';

const retryAfterSeconds = 1;

/** What a client is told about any error; whatever is not meant for it becomes INTERNAL_ERROR with no details. */
export function toRestError(error: unknown): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof DomainError) return fromDomainError(error);
  return fromFrameworkError(error as Partial<FastifyError>);
}

function fromDomainError(error: DomainError): RestError {
  const code = toRestCode(error);
  if (code === 'INTERNAL_ERROR') return new RestError(code, 'internal error');
  if (code === 'SERVICE_UNAVAILABLE') {
    return new RestError(code, 'temporarily unavailable, please try again', { retryAfterSeconds });
  }
  const { details } = error;
  const retryAfter = details?.['retryAfterSeconds'];
  return new RestError(code, error.message, {
    details,
    ...(typeof retryAfter === 'number' && { retryAfterSeconds: retryAfter }),
  });
}

function fromFrameworkError(error: Partial<FastifyError>): RestError {
  if (error.validation !== undefined) return describeViolation(error.validation, error.validationContext);
  switch (error.statusCode) {
    case 413:
      return new RestError('PAYLOAD_TOO_LARGE', 'the request body is too large');
    case 415:
      return new RestError('UNSUPPORTED_MEDIA_TYPE', 'the request body has an unsupported content type');
    case 400:
    case 414:
    case 431:
      return new RestError('BAD_REQUEST', error.message ?? 'malformed request');
    default:
      return new RestError('INTERNAL_ERROR', 'internal error');
  }
}

/** The body every error has. */
export function errorBody(error: RestError, requestId: string) {
  const { details } = error.options;
  return { error: { code: error.code, message: error.message, ...(details && { details }), requestId } };
}

/** Answers any error in the contract's shape and logs what is our fault. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toRestError(error);
  const { status } = errorCatalog[answer.code];
  if (status >= 500 && !isClientDisconnect(error)) request.log.error({ err: error }, 'request failed');
  const { retryAfterSeconds: retryAfter, allow } = answer.options;
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  // RFC 9110, 15.5.2.
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  if (allow !== undefined) void reply.header('allow', allow.join(', '));
  // What is still to come of the request is waited for no longer (RFC 9110, 15.5.9).
  if (status === 408) void reply.header('connection', 'close');
  return reply.code(status).type('application/json; charset=utf-8').send(errorBody(answer, request.id));
}

function isClientDisconnect(error: unknown): boolean {
  return error instanceof DomainError && error.status === 'CANCELLED';
}

/** One error shape for handlers, unknown routes and known routes with another method. */
export function useErrors(app: RestApp): void {
  const methodsByPattern = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methodsByPattern.set(url, [...(methodsByPattern.get(url) ?? []), ...[method].flat()]);
  });
  app.decorate('served', methodsByPattern);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(createNoRouteError(app, request), request, reply));
}

/** What to tell a request that no route is for: that the path is unknown, or which methods it has. */
export function createNoRouteError(
  { served }: Pick<RestApp, 'served'>,
  { url, method }: FastifyRequest,
): RestError {
  const [path = ''] = url.split('?');
  const matching = [...served]
    .filter(([pattern]) => new RegExp(`^${pattern.replaceAll(/:\w+/gu, '[^/]+')}/?$`, 'u').test(path))
    .map(([pattern, methodsOfPattern]) => ({ parameters: pattern.split(':').length, methodsOfPattern }));
  // Where a path has a name of its own, it is no longer an id of something.
  const fewest = Math.min(...matching.map(({ parameters }) => parameters));
  const methods = matching.flatMap(({ parameters, methodsOfPattern }) =>
    parameters === fewest ? methodsOfPattern : [],
  );
  if (methods.length === 0) return new RestError('NOT_FOUND', 'there is nothing at this address');
  const allow = [...new Set(methods)].sort();
  return new RestError('METHOD_NOT_ALLOWED', `this address does not know ${method}`, { allow });
}
