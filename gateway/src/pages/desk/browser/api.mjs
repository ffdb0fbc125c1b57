/** Calls of the API in the name of the session cookie, or of a key that this tab alone knows. */

const keptKey = 'desk:key';

let key = readKept();
let organizationId = '';

/** An answer that is no success; `status` is 0 where there was none. */
export class ApiError extends Error {
  constructor(status, { code = '', message = '', details = {}, requestId } = {}) {
    super(message);
    Object.assign(this, { status, code, details, requestId });
  }
}

export const hasKey = () => key !== '';

export function useKey(given) {
  key = given;
  try {
    if (given === '') sessionStorage.removeItem(keptKey);
    else sessionStorage.setItem(keptKey, given);
  } catch {
    // Where storage is forbidden the key lives until the page is left.
  }
}

function readKept() {
  try {
    return sessionStorage.getItem(keptKey) ?? '';
  } catch {
    return '';
  }
}

/** Everything from now on works in this organization; empty: in the caller's default one. */
export function workIn(id) {
  organizationId = id;
}

/** The body of a JSON answer. Throws ApiError. */
export async function call(method, path, body, headers = {}) {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const init = { method, headers: { accept: 'application/json', ...json, ...headers } };
  const response = await ask(path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  return response.status === 204 ? undefined : response.json();
}

/** The answer itself, its body unread. Throws ApiError for what is no success. */
export async function ask(path, { headers = {}, ...init } = {}) {
  // A key and a cookie together would be two credentials, which is none.
  const credentials = hasKey() ? 'omit' : 'same-origin';
  let response;
  try {
    response = await fetch(path, {
      ...init,
      credentials,
      cache: 'no-store',
      headers: { ...identity(), ...headers },
    });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0);
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** Every page of a list. */
export async function listAll(path) {
  const found = [];
  for (let cursor = ''; cursor !== null;) {
    const page = await call('GET', `${path}?limit=100&cursor=${encodeURIComponent(cursor)}`);
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  return found;
}

/** Sends one file; `onProgress` hears the share that is sent. Resolves to the file. Throws ApiError. */
export function upload(projectId, file, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/v2/projects/${projectId}/files`);
    for (const [name, value] of Object.entries(identity())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('error', () => reject(new ApiError(0)));
    request.addEventListener('load', () => {
      if (request.status === 201) resolve(request.response);
      else reject(new ApiError(request.status, request.response?.error));
    });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

function identity() {
  return {
    ...(hasKey() ? { 'x-api-key': key } : {}),
    ...(organizationId === '' ? {} : { 'x-organization-id': organizationId }),
  };
}

async function errorOf(response) {
  const body = await response.json().catch(() => ({}));
  return new ApiError(response.status, body.error);
}

/** So that a repeated start is one start. Made by hand, since `randomUUID` is missing where there is no TLS. */
export function idempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
