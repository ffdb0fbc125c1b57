/** One request of the matrix. */
export interface MatrixRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form, text of the type the headers name, or else JSON; undefined: no body. */
  readonly body?: unknown;
}

/** Everything of an answer that a client sees, but for what changes with every request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const changing = new Set([
  'connection',
  'keep-alive',
  'date',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]);

/** Sends a request under an id that is always the same, so that answers can be compared byte by byte. */
export async function exchange(baseUrl: string, request: MatrixRequest): Promise<Answer> {
  const { method, path, body } = request;
  const headers = new Headers({ ...request.headers, 'x-request-id': 'the-same' });
  const init: RequestInit = { method: method.toUpperCase(), redirect: 'manual', headers };
  if (body instanceof FormData || typeof body === 'string') init.body = body;
  else if (body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(body);
  }
  const response = await fetch(baseUrl + path, init);
  const kept = [...response.headers].filter(([name]) => !changing.has(name));
  return { status: response.status, headers: Object.fromEntries(kept), text: await response.text() };
}
