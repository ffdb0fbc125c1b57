import { requestJson } from '../desk/parts/request.ts';

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

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
  readonly expirationDate: string | null;
  readonly spendLimitCents: number | null;
  readonly spendPeriod: 'day' | 'month' | null;
  readonly parentKeyId: string | null;
  readonly current: boolean;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
}

interface ToolsAnswer {
  readonly result?: { readonly tools: readonly Tool[] };
  readonly error?: { readonly message: string };
}

/** Calls `tools/list` as a client does. Rejects with ApiError, or with the error of the protocol. */
export async function listTools(): Promise<readonly Tool[]> {
  const answer = (await requestJson({
    method: 'POST',
    path: '/v2/mcp',
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

export async function listApiKeys(): Promise<readonly ApiKey[]> {
  return (await requestJson({ method: 'GET', path: '/v2/users/me/api-keys' })) as readonly ApiKey[];
}

export async function listOrganizations(): Promise<readonly Organization[]> {
  const page = await requestJson({ method: 'GET', path: '/v2/organizations' });
  return (page as { readonly data: readonly Organization[] }).data;
}

export async function readAvailableCents(): Promise<number> {
  const balance = await requestJson({ method: 'GET', path: '/v2/transactions/balance' });
  return (balance as { readonly availableCents: number }).availableCents;
}
