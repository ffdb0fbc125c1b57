import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@assay/chassis/ids';
import type { ClientAnswer, ClientRequest, GatewayClient } from './rolling-restart-client.ts';

const repeatMs = 50;

/** One kind of request and the answer that means success. */
export interface Operation {
  readonly name: string;
  readonly status: number;
  readonly ask: () => ClientRequest | Promise<ClientRequest>;
  /** Whether it carries an idempotency key, and is therefore repeated as it is until it succeeds. */
  readonly isRepeated?: boolean;
  /** Told of every success. */
  readonly onSuccess?: (body: { readonly id: string; readonly name: string }) => void;
}

export interface Outcome {
  readonly operation: string;
  readonly kind: 'success' | 'retryable' | 'wrong';
  /** What was wrong. */
  readonly account?: string;
}

/** Asks one operation after the other until told to stop; never rejects. */
export async function keepAsking(
  client: GatewayClient,
  operations: readonly Operation[],
  { stopping, onOutcome }: { readonly stopping: AbortSignal; readonly onOutcome: (outcome: Outcome) => void },
): Promise<void> {
  while (!stopping.aborted) {
    for (const operation of operations) await ask(client, operation, onOutcome);
  }
}

/** Asks one operation, again and again where it may; never rejects. */
export async function ask(
  client: GatewayClient,
  operation: Operation,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const asked = await operation.ask();
  for (;;) {
    const outcome = await askOnce(client, operation, asked);
    onOutcome(outcome);
    if (operation.isRepeated !== true || outcome.kind !== 'retryable') return;
    await pause(repeatMs);
  }
}

async function askOnce(
  client: GatewayClient,
  { name, status, onSuccess }: Operation,
  asked: ClientRequest,
): Promise<Outcome> {
  const answer = await client.send(asked).catch((error: unknown) => error);
  if (answer instanceof Error)
    return { operation: name, kind: 'wrong', account: `no answer: ${String(answer)}` };
  // Everything that is no error is an answer.
  const given = answer as ClientAnswer;
  if (given.status === status) {
    onSuccess?.(JSON.parse(given.text) as { id: string; name: string });
    return { operation: name, kind: 'success' };
  }
  if (isRetryable(given)) return { operation: name, kind: 'retryable' };
  return { operation: name, kind: 'wrong', account: `${given.status} ${given.text}` };
}

/** 503 in the contract's shape, which says when to come again. */
function isRetryable({ status, headers, text }: ClientAnswer): boolean {
  if (status !== 503 || !/^[1-9]\d*$/.test(headers['retry-after'] ?? '')) return false;
  const { error } = JSON.parse(text) as {
    error?: { code?: unknown; message?: unknown; requestId?: unknown };
  };
  return (
    error?.code === 'SERVICE_UNAVAILABLE' &&
    typeof error.message === 'string' &&
    error.requestId === headers['x-request-id']
  );
}

export function jsonRequest(
  method: 'POST' | 'PATCH',
  path: string,
  fields: Readonly<Record<string, unknown>>,
): ClientRequest {
  const headers = { 'content-type': 'application/json', 'idempotency-key': newId() };
  return { method, path, headers, body: Buffer.from(JSON.stringify(fields)) };
}

export async function uploadRequest(path: string, name: string, bytes: Buffer): Promise<ClientRequest> {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type: 'image/png' }), name);
  const encoded = new Response(form);
  const headers = Object.fromEntries(encoded.headers);
  return { method: 'POST', path, headers, body: Buffer.from(await encoded.arrayBuffer()) };
}
