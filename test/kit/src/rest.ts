import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** A response of the REST API with its complete body. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined when the body is not JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies field by field
  readonly body: any;
}

export type RestHeaders = Readonly<Record<string, string>>;

/** A client of the REST API with one credential. The headers of a call are added to it. */
export interface Rest {
  get(path: string, headers?: RestHeaders): Promise<RestAnswer>;
  post(path: string, body?: unknown, headers?: RestHeaders): Promise<RestAnswer>;
  put(path: string, body?: unknown, headers?: RestHeaders): Promise<RestAnswer>;
  /** Sends the bytes as the body. */
  putBytes(path: string, bytes: Uint8Array): Promise<RestAnswer>;
  patch(path: string, body?: unknown, headers?: RestHeaders): Promise<RestAnswer>;
  delete(path: string, headers?: RestHeaders): Promise<RestAnswer>;
  /** Sends a file from disk, or named bytes, as the part `file` of a multipart body. */
  upload(projectId: string, file: string | NamedBytes): Promise<RestAnswer>;
  /** Sends files as the parts `file[]` of one multipart body to a dataset. */
  uploadToDataset(
    datasetId: string,
    files: readonly NamedBytes[],
    headers?: RestHeaders,
  ): Promise<RestAnswer>;
}

/** A file in memory. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** @param credential an API key, or headers with a credential, such as those of {@link bearer} */
export function createRest(baseUrl: string, credential: string | RestHeaders): Rest {
  const own = typeof credential === 'string' ? { 'x-api-key': credential } : credential;
  const send = async (method: string, path: string, call: Call): Promise<RestAnswer> => {
    const isJson =
      call.body !== undefined && !(call.body instanceof FormData) && !(call.body instanceof Blob);
    const headers = { ...own, ...(isJson ? { 'content-type': 'application/json' } : {}), ...call.headers };
    const body = isJson ? JSON.stringify(call.body) : (call.body as FormData | Blob | undefined);
    const init: RequestInit = { method, headers, redirect: 'manual' };
    return read(await fetch(`${baseUrl}${path}`, body === undefined ? init : { ...init, body }));
  };
  return {
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, body, headers) => send('POST', path, { body, headers }),
    put: (path, body, headers) => send('PUT', path, { body, headers }),
    putBytes: (path, bytes) =>
      send('PUT', path, { body: new Blob([Buffer.from(bytes)], { type: 'application/octet-stream' }) }),
    patch: (path, body, headers) => send('PATCH', path, { body, headers }),
    delete: (path, headers) => send('DELETE', path, { headers }),
    async upload(projectId, file) {
      const body = new FormData();
      if (typeof file === 'string') body.set('file', await openAsBlob(file), basename(file));
      else body.set('file', new Blob([Buffer.from(file.bytes)], { type: file.type }), file.name);
      return send('POST', `/v2/projects/${projectId}/files`, { body });
    },
    uploadToDataset(datasetId, files, headers) {
      const body = new FormData();
      for (const { name, bytes, type } of files) {
        body.append('file[]', new Blob([Buffer.from(bytes)], { type }), name);
      }
      return send('POST', `/v2/datasets/${datasetId}/files`, { body, headers });
    },
  };
}

export function bearer(accessToken: string): RestHeaders {
  return { authorization: `Bearer ${accessToken}` };
}

interface Call {
  readonly body?: unknown;
  readonly headers?: RestHeaders | undefined;
}

async function read(answer: Response): Promise<RestAnswer> {
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json');
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : undefined };
}
