import { expect } from 'vitest';
import { compileOutputSchemas } from './output-schemas.ts';
import type { CheckOutput } from './output-schemas.ts';

export type Era = '2025-11-25' | '2026-07-28';
export const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];

/** A response of the endpoint with its complete body. */
export interface McpAnswer {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies field by field
  readonly body: any;
}

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: object };
  readonly outputSchema: object;
  readonly annotations: { readonly readOnlyHint: boolean };
}

/** A client without state: every message is complete in itself. */
export interface McpClient {
  /** Sends one message with the headers that its era needs. */
  request(method: string, params?: object, headers?: Readonly<Record<string, string>>): Promise<McpAnswer>;
  listTools(headers?: Readonly<Record<string, string>>): Promise<readonly ListedTool[]>;
  /** Calls a tool. Validates the structured content against the listed schema. */
  call(name: string, args?: object, headers?: Readonly<Record<string, string>>): Promise<McpAnswer['body']>;
}

/** @param credential the headers with a credential, such as `x-api-key` */
export function createMcpClient(
  baseUrl: string,
  era: Era,
  credential: Readonly<Record<string, string>>,
): McpClient {
  let id = 0;
  let check: CheckOutput | undefined;
  const client: McpClient = {
    async request(method, params = {}, headers = {}) {
      id += 1;
      const isModern = era === '2026-07-28';
      const message = {
        jsonrpc: '2.0',
        id,
        method,
        params: isModern ? { _meta: modernMeta, ...params } : params,
      };
      const response = await fetch(`${baseUrl}/v2/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'mcp-protocol-version': era,
          ...(isModern && modernHeaders(method, params)),
          ...credential,
          ...headers,
        },
        body: JSON.stringify(message),
      });
      const text = await response.text();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      return { status: response.status, headers: response.headers, body };
    },
    async listTools(headers) {
      const { status, body } = await client.request('tools/list', {}, headers);
      expect([status, body.error]).toEqual([200, undefined]);
      return body.result.tools as readonly ListedTool[];
    },
    async call(name, args = {}, headers) {
      const { body } = await client.request('tools/call', { name, arguments: args }, headers);
      if (body.result?.structuredContent !== undefined) {
        check ??= compileOutputSchemas(await client.listTools());
        check(name, body.result.structuredContent);
      }
      return body;
    },
  };
  return client;
}

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The parameter `_meta` of a client that follows long work as a task. */
export const metaWithTasks = {
  ...modernMeta,
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
};

interface NamingParams {
  readonly name?: string;
  readonly uri?: string;
  readonly taskId?: string;
}

function modernHeaders(method: string, { name: tool, uri, taskId }: NamingParams) {
  const name = tool ?? uri ?? taskId;
  return { 'mcp-method': method, ...(name !== undefined && { 'mcp-name': name }) };
}
