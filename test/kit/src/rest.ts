import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** An answer of the REST API, read completely. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined where the body is none. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies field by field
  readonly body: any;
}

/** The REST API as a client with one key sees it. */
export interface Rest {
  get(path: string): Promise<RestAnswer>;
  post(path: string, body: unknown): Promise<RestAnswer>;
  /** Sends a file from disk, or bytes under a name, as the part `file`. */
  upload(
    projectId: string,
    file: string | { name: string; bytes: Uint8Array; type: string },
  ): Promise<RestAnswer>;
}

export function createRest(baseUrl: string, apiKey: string): Rest {
  const send = async (path: string, init: RequestInit = {}): Promise<RestAnswer> => {
    const headers = new Headers(init.headers);
    headers.set('x-api-key', apiKey);
    const answer = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init, headers });
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : undefined };
  };
  return {
    get: (path) => send(path),
    post: (path, body) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    async upload(projectId, file) {
      const form = new FormData();
      if (typeof file === 'string') form.set('file', await openAsBlob(file), basename(file));
      else form.set('file', new Blob([Buffer.from(file.bytes)], { type: file.type }), file.name);
      return send(`/v2/projects/${projectId}/files`, { method: 'POST', body: form });
    },
  };
}
