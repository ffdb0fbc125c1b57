/** Requests to the API with the session cookie, or with an API key that only this tab knows. */

import { ApiError, readError, readErrorBody } from '../../shared/api-error.ts';
import type { ApiRequest } from '../../shared/api/calls.ts';
import { readTabKey, storeTabKey } from '../../shared/tab-key.ts';

let apiKey = readTabKey();
let organizationId = '';

export const hasKey = (): boolean => apiKey !== '';

/** Authenticates the next requests with this key. An empty key means the session cookie. */
export function useKey(key: string): void {
  apiKey = key;
  storeTabKey(key);
}

/** Sends the next requests to this organization. An empty id means the caller's default organization. */
export function useOrganization(id: string): void {
  organizationId = id;
}

/** Resolves to the JSON body of the answer, or undefined for 204. Rejects with ApiError. */
export async function requestJson({ method, path, body, headers = {} }: ApiRequest): Promise<unknown> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const init = { method, headers: { accept: 'application/json', ...json, ...headers } };
  const response = await request(path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  return response.status === 204 ? undefined : response.json();
}

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Resolves to the answer before its body is read. Rejects with ApiError for every status but 2xx. */
export async function request(
  path: string,
  { headers = {}, ...init }: RequestOptions = {},
): Promise<Response> {
  // A key and a cookie together are two credentials, which the API refuses.
  const credentials = hasKey() ? 'omit' : 'same-origin';
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      credentials,
      cache: 'no-store',
      headers: { ...identify(), ...headers },
    });
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new ApiError(0);
  }
  if (!response.ok) throw await readError(response);
  return response;
}

interface Upload {
  readonly path: string;
  readonly form: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Uploads a form with files. `onProgress` is called with the share that is sent. Rejects with ApiError. */
export function upload(
  { path, form, headers = {} }: Upload,
  onProgress: (share: number) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open('POST', path);
    for (const [name, value] of Object.entries({ ...identify(), ...headers }))
      sent.setRequestHeader(name, value);
    sent.responseType = 'json';
    sent.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    sent.addEventListener('error', () => reject(new ApiError(0)));
    sent.addEventListener('load', () => {
      if (sent.status === 201) resolve(sent.response);
      else reject(new ApiError(sent.status, readErrorBody(sent.response)));
    });
    sent.send(form);
  });
}

function identify(): Readonly<Record<string, string>> {
  return {
    ...(hasKey() ? { 'x-api-key': apiKey } : {}),
    ...(organizationId === '' ? {} : { 'x-organization-id': organizationId }),
  };
}

/** A repeated start with the same key starts one run. `crypto.randomUUID` is missing without TLS. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns a function that creates the key of a request: the same key for the same body, so that a repetition changes nothing. */
export function createKeys(): (body: unknown) => string {
  let text = '';
  let key = '';
  return (body) => {
    const next = JSON.stringify(body);
    if (next !== text) [text, key] = [next, createIdempotencyKey()];
    return key;
  };
}
