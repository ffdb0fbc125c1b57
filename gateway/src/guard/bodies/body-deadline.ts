import type { IncomingMessage } from 'node:http';
import { RestError } from '@assay/operations/errors/rest-error';

/** Ends a request when its body does not arrive in time. */
export interface BodyDeadline {
  /** Removes the deadline. Uploads have a minimum pace instead. */
  lift(): void;
}

/**
 * Limits the time in which the rest of the body must arrive, also when no handler reads it: otherwise the rest of a refused body
 * could arrive for as long as the client likes. Returns undefined when the body has arrived already, which is the usual case: most
 * bodies arrive with the headers, before authentication has ended.
 */
export function startBodyDeadline(request: IncomingMessage, timeoutMs: number): BodyDeadline | undefined {
  if (request.complete || !hasBody(request)) return undefined;
  const { socket } = request;
  const timer = setTimeout(() => {
    expire(request);
  }, timeoutMs).unref();
  const lift = (): void => {
    clearTimeout(timer);
    request.off('end', lift);
    // The connection outlives the request and would keep a listener for each of its requests.
    socket.off('close', lift);
  };
  // `close` of the request can occur after the response and before the end of the body, so the socket is observed.
  request.once('end', lift);
  socket.once('close', lift);
  return { lift };
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

function expire(request: IncomingMessage): void {
  if (!request.complete) failBody(request, tooSlow());
}

/** Makes the reader of the body respond with the error. Without a reader there is a response already, and the connection is closed. */
export function failBody(request: IncomingMessage, error: Error): void {
  if (request.listenerCount('error') > 0) request.emit('error', error);
  else request.socket.destroy();
}

/** Creates the error for a body that arrives too slowly. The connection cannot be reused. */
export function tooSlow(): RestError {
  return new RestError(
    'REQUEST_TIMEOUT',
    'The request body did not arrive in time. Send it again over a faster connection.',
  );
}
