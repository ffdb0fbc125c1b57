import type { IncomingHttpHeaders } from 'node:http';
import { PROTOCOL_VERSION_META_KEY, UnsupportedProtocolVersionError } from '@modelcontextprotocol/server';
import type { Message } from './message-form.ts';
import { rpcError } from './wire-response.ts';
import type { WireResponse } from './wire-response.ts';

/** The versions that `initialize` agrees on, newest first. */
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26'];
const supported = ['2026-07-28', ...legacyVersions];

/**
 * Refuses a message whose header names an unknown protocol version. The library does so only for messages with an envelope, and answers
 * others with other codes. `initialize` is answered with a version that the server supports.
 */
export function refuseUnknownVersion(
  headers: IncomingHttpHeaders,
  message: Message,
): WireResponse | undefined {
  const { method, id, params } = message;
  if (method === 'initialize') return undefined;
  const { _meta: envelope } = (params ?? {}) as { readonly _meta?: Message };
  const requested = headers['mcp-protocol-version'];
  const isLeft = envelope?.[PROTOCOL_VERSION_META_KEY] !== undefined || typeof requested !== 'string';
  if (isLeft || requested === '' || supported.includes(requested)) return undefined;
  const { code, message: text, data } = new UnsupportedProtocolVersionError({ supported, requested });
  return rpcError(400, code, text, { id, data });
}
