import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { WireResponse } from '../wire/wire-response.ts';

/** Sends a response with its length: without it, a body is sent in chunks, which takes more writes. */
export function sendResponse(
  response: ServerResponse,
  { status, body }: WireResponse,
  headers: OutgoingHttpHeaders = {},
): void {
  const parts = typeof body === 'string' ? [body] : (body ?? []);
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const described =
    body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8', 'content-length': length };
  response.writeHead(status, { ...described, ...headers });
  for (const part of parts.slice(0, -1)) response.write(part);
  response.end(parts.at(-1));
}
