import type { BenchPlatform } from '../bench-platform.ts';
import { pidsOf } from '../http-target.ts';
import type { HttpTarget } from '../http-target.ts';
import { plainTarget } from '../gateway/gateway-targets.ts';
import type { StartedTarget } from '../gateway/gateway-targets.ts';

export type Era = '2025-11-25' | '2026-07-28';
export const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];

export interface McpRequest {
  readonly era: Era;
  readonly method: 'tools/list' | 'tools/call';
  readonly params: Readonly<Record<string, unknown>>;
}

/** One message through the gateway to mcp, and to projects-files if the tool reads a project. */
export function mcpTarget({ platform }: BenchPlatform, { era, method, params }: McpRequest): HttpTarget {
  const { gateway, mcp, 'projects-files': service } = platform.processes;
  const isStateless = era === '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const sent = isStateless ? { ...params, _meta: meta } : params;
  const name = params['name'];
  return {
    url: `${platform.baseUrl}/v2/mcp`,
    headers: {
      'x-api-key': platform.apiKey,
      'content-type': 'application/json',
      accept: 'application/json',
      'mcp-protocol-version': era,
      ...(isStateless && { 'mcp-method': method }),
      ...(isStateless && typeof name === 'string' && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: sent }),
    pids: pidsOf({ gateway, mcp, service }),
  };
}

/** Fastify with nothing behind it, which reads the same message and answers as many bytes from memory. */
export async function plainMcpTarget(
  { body = '' }: Pick<HttpTarget, 'body'>,
  bytes: number,
): Promise<StartedTarget> {
  const plain = await plainTarget(bytes);
  const url = plain.url.replace('/v2/files/x', '/v2/mcp');
  return { ...plain, url, body, headers: { 'content-type': 'application/json' } };
}

/** Sends one message. Returns the body of the answer. */
export async function sendOnce({ url, headers, body = '' }: HttpTarget): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers, body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status.toString()}: ${text}`);
  return text;
}
