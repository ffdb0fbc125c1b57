/** Requests to the API with the session cookie, or with the token of a guest. */

import type { ApiRequest } from '../../shared/api/calls.ts';
import { ApiError, readError } from '../../shared/api-error.ts';

/**
 * `session` sends the cookie of the browser, `anonymous` sends no credential. `requester` calls an organization with the API key of the
 * desk, or with the cookie where the desk has none.
 */
export type Credential =
  | { readonly kind: 'session' | 'anonymous' }
  | { readonly kind: 'guest'; readonly token: string }
  | { readonly kind: 'requester'; readonly organizationId: string; readonly apiKey: string | undefined };

let credential: Credential = { kind: 'session' };

export function useCredential(next: Credential): void {
  credential = next;
}

export const readCredential = (): Credential => credential;

/** Resolves to the JSON body of the answer, or undefined for 204. Rejects with ApiError. */
export async function requestJson({ method, path, body }: ApiRequest): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json', ...identify(credential) };
  if (body !== undefined) headers['content-type'] = 'application/json';
  // A token or a key and a cookie together are two credentials, which the API refuses.
  const credentials = usesCookie(credential) ? 'same-origin' : 'omit';
  const init: RequestInit = { method, headers, credentials, cache: 'no-store' };
  const response = await fetch(
    path,
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
  ).catch(() => undefined);
  if (response === undefined) throw new ApiError(0);
  if (!response.ok) throw await readError(response);
  return response.status === 204 ? undefined : response.json().catch(() => Promise.reject(new ApiError(0)));
}

function identify(sent: Credential): Readonly<Record<string, string>> {
  if (sent.kind === 'guest') return { authorization: `Bearer ${sent.token}` };
  if (sent.kind !== 'requester') return {};
  const organization = { 'x-organization-id': sent.organizationId };
  return sent.apiKey === undefined ? organization : { ...organization, 'x-api-key': sent.apiKey };
}

function usesCookie(sent: Credential): boolean {
  return sent.kind === 'session' || (sent.kind === 'requester' && sent.apiKey === undefined);
}
