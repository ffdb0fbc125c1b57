import { createApi, writePath } from '../shared/api/calls.ts';
import { requestJson } from '../desk/parts/request.ts';

export const api = createApi(requestJson);

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
}

/** The tools of a toolset, as the gateway declares them. */
export interface Toolset {
  readonly name: string;
  readonly tools: readonly { readonly name: string; readonly isPaid: boolean }[];
}

interface ToolsAnswer {
  readonly result?: { readonly tools: readonly Tool[] };
  readonly error?: { readonly message: string };
}

/** Calls `tools/list` as a client does. Rejects with ApiError, or with the error of the protocol. */
export async function listTools(): Promise<readonly Tool[]> {
  const answer = (await requestJson({
    method: 'POST',
    path: writePath('sendMcpMessage', {}),
    headers: { 'mcp-protocol-version': '2025-11-25' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  })) as ToolsAnswer;
  if (answer.result === undefined) throw new Error(answer.error?.message);
  return answer.result.tools;
}

export async function listToolsets(): Promise<readonly Toolset[]> {
  const path = new URL('../toolsets.json', import.meta.url).pathname;
  return (await requestJson({ method: 'GET', path })) as readonly Toolset[];
}
