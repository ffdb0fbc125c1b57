import type { IncomingMessage } from 'node:http';
import { RestError } from '@assay/operations/errors/rest-error';

/** Ends a request whose body does not come in time. */
export interface BodyDeadline {
  /** For bodies that have a pace of their own to keep. */
  lift(): void;
}

/**
 * Gives the body of a request, if it has one, this long to arrive, whether or not somebody waits for it: also what is left of
 * a body that was refused at once would otherwise be read for as long as its client likes.
 */
export function startBodyDeadline(request: IncomingMessage, timeoutMs: number): BodyDeadline | undefined {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length === '0' && encoding === undefined) return undefined;
  const timer = setTimeout(() => {
    end(request);
  }, timeoutMs).unref();
  const lift = (): void => {
    clearTimeout(timer);
  };
  // Of a request that was answered before, `close` says nothing about its body.
  request.once('end', lift).socket.once('close', lift);
  return { lift };
}

function end(request: IncomingMessage): void {
  if (request.complete) return;
  // Whoever is reading the body answers; nobody is where there is an answer already.
  if (request.listenerCount('error') > 0) request.emit('error', tooSlow());
  else request.socket.destroy();
}

/** What is answered to a body that comes too slowly; its connection is of no more use. */
export function tooSlow(): RestError {
  return new RestError('REQUEST_TIMEOUT', 'the request body came too slowly');
}
