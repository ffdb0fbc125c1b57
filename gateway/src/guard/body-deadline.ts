import type { IncomingMessage } from 'node:http';
import { RestError } from '@assay/operations/errors/rest-error';

/** Ends a request whose body does not come in time. */
export interface BodyDeadline {
  /** For bodies that have a pace of their own to keep. */
  lift(): void;
}

/**
 * Gives the rest of a request's body, if some of it is still to come, this long to arrive, whether or not somebody waits for
 * it: also what is left of a body that was refused at once would otherwise be read for as long as its client likes. Most bodies
 * come with their head and have arrived once somebody had to be asked about the request: those need no deadline.
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
    // A connection lives on after its request, and would keep all of them.
    socket.off('close', lift);
  };
  // Of a request that was answered before, `close` says nothing about its body.
  request.once('end', lift);
  socket.once('close', lift);
  return { lift };
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

function expire(request: IncomingMessage): void {
  if (request.complete) return;
  // Whoever is reading the body answers; nobody is where there is an answer already.
  if (request.listenerCount('error') > 0) request.emit('error', tooSlow());
  else request.socket.destroy();
}

/** What is answered to a body that comes too slowly; its connection is of no more use. */
export function tooSlow(): RestError {
  return new RestError('REQUEST_TIMEOUT', 'the request body came too slowly');
}
