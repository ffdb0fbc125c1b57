export interface WireResponse {
  readonly status: number;
  /** JSON, as a whole or in parts. Undefined for none. */
  readonly body: string | readonly Buffer[] | undefined;
}

/** The codes of JSON-RPC 2.0 that this process answers before the protocol library reads a message. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
} as const;

/** @param about the id of the message, null if it could not be read, and facts about the error */
export function rpcError(
  status: number,
  code: number,
  message: string,
  { id = null, data }: { readonly id?: unknown; readonly data?: unknown } = {},
): WireResponse {
  return { status, body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } }) };
}
