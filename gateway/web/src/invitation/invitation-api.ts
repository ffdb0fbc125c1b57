import type { User } from '../shared/api/api-types.ts';
import type { Answer as ApiAnswer } from '../shared/api/calls.ts';

export interface Refusal {
  readonly status: number;
  readonly requestId: string | undefined;
}

export type Answer<T> = { readonly status: 200; readonly body: T } | Refusal;

const [, , , invitationId = ''] = location.pathname.split('/');
const address = `/v2/invitations/${invitationId}`;

export const storageKey = `invitation:${invitationId}`;

export async function readPreview(token: string): Promise<Answer<ApiAnswer<'previewInvitation'>>> {
  return (await call('POST', `${address}/preview`, { token })) as Answer<ApiAnswer<'previewInvitation'>>;
}

export function answerInvitation(verb: 'accept' | 'decline', token: string): Promise<Answer<unknown>> {
  return call('POST', `${address}/${verb}`, { token });
}

/** Resolves to undefined when nobody is signed in. */
export async function readUser(): Promise<User | undefined> {
  const answer = (await call('GET', '/v2/users/me')) as Answer<ApiAnswer<'getCurrentUser'>>;
  if ('body' in answer) return answer.body;
  if (answer.status === 401) return undefined;
  throw new Error(`reading the user was answered with ${answer.status}`);
}

export async function logOut(): Promise<void> {
  await call('GET', '/v2/auth/logout');
}

/** Sends a request with the session cookie. Rejects when there is no answer, or no JSON. */
async function call(method: string, path: string, body?: unknown): Promise<Answer<unknown>> {
  const accept = { accept: 'application/json' };
  const init: RequestInit =
    body === undefined
      ? { headers: accept }
      : { headers: { ...accept, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, cache: 'no-store', ...init });
  const { status } = response;
  const json: unknown = await response.json();
  if (response.ok) return { status: 200, body: json };
  return { status, requestId: readRequestId(json) };
}

/** The error envelope of the API. */
function readRequestId(body: unknown): string | undefined {
  return (body as { readonly error?: { readonly requestId?: string } } | null)?.error?.requestId;
}
