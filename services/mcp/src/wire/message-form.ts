import type { IncomingHttpHeaders } from 'node:http';

const maxKeyLength = 4_096;

export type MessageId = string | number;
export type Message = Readonly<Record<string, unknown>>;

/** Returns true for an id that an answer repeats as it is. */
export function isMessageId(id: unknown): id is MessageId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/**
 * Describes what the protocol library reads of a request.
 *
 * @param parts the message without the members that the library does not read, and whatever else decides about the answer
 * @returns undefined if the description is too long to be kept
 */
export function describeForm(headers: IncomingHttpHeaders, ...parts: readonly unknown[]): string | undefined {
  const own = [headers['mcp-protocol-version'], headers['mcp-method'], headers['mcp-name']];
  const key = JSON.stringify([own, ...parts]);
  return key.length > maxKeyLength ? undefined : key;
}
