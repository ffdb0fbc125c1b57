import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { asList, asObject, asText } from '../json-view.ts';
import type { Json } from '../json-view.ts';

/** An answer other than the one asked for; the message is one line for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

export interface RestClient {
  createProject(name: string): Promise<Json>;
  /** Undefined when there is no such project. */
  findProject(projectId: string): Promise<Json | undefined>;
  /** Streams the file from disk. */
  uploadFile(projectId: string, path: string): Promise<Json>;
  getFile(fileId: string): Promise<Json>;
  startRun(projectId: string, fileId: string, pipelineSlug: string): Promise<Json>;
  getRun(projectId: string, runId: string): Promise<Json>;
  getReport(run: RunPath, format: 'html' | 'json'): Promise<Buffer>;
  listArtifacts(run: RunPath): Promise<readonly Json[]>;
  /** Fetches a link the API gave out: presigned ones as they are, its own with the key. */
  download(link: string): Promise<Buffer>;
}

export interface RunPath {
  readonly projectId: string;
  readonly runId: string;
}

export function createRestClient({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): RestClient {
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('x-api-key', apiKey);
    const answer = await fetch(new URL(path, baseUrl), { ...init, headers }).catch((cause: unknown) => {
      throw new ApiError(
        `Assay at ${baseUrl} does not answer (${describeCause(cause)}). Start it with npm start.`,
      );
    });
    if (!answer.ok) throw await toError(answer, `${init.method ?? 'GET'} ${path}`);
    return answer;
  };
  const get = async (path: string): Promise<Json> => asObject(await (await request(path)).json());
  const post = async (path: string, body: Json): Promise<Json> => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    };
    return asObject(await (await request(path, init)).json());
  };
  const runPath = ({ projectId, runId }: RunPath): string =>
    `/v2/projects/${projectId}/verification-runs/${runId}`;
  return {
    createProject: async (name) => post('/v2/projects', { name }),
    findProject: async (projectId) =>
      get(`/v2/projects/${projectId}`).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      }),
    async uploadFile(projectId, path) {
      const form = new FormData();
      form.set('file', await openAsBlob(path), basename(path));
      const answer = await request(`/v2/projects/${projectId}/files`, { method: 'POST', body: form });
      return asObject(await answer.json());
    },
    getFile: async (fileId) => get(`/v2/files/${fileId}`),
    startRun: async (projectId, fileId, pipelineSlug) =>
      post(`/v2/projects/${projectId}/verification-runs`, { pipelineSlug, fileIds: [fileId] }),
    getRun: async (projectId, runId) => get(runPath({ projectId, runId })),
    getReport: async (run, format) => readBytes(await request(`${runPath(run)}/report?format=${format}`)),
    async listArtifacts(run) {
      const answer: unknown = await (await request(`${runPath(run)}/artifacts`)).json();
      return asList(Array.isArray(answer) ? answer : asObject(answer)['data']).map(asObject);
    },
    async download(link) {
      const url = new URL(link, baseUrl);
      if (url.origin === new URL(baseUrl).origin) return readBytes(await request(url.href));
      const answer = await fetch(url);
      if (!answer.ok) throw await toError(answer, `GET ${url.origin}${url.pathname}`);
      return readBytes(answer);
    },
  };
}

async function readBytes(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer());
}

async function toError(answer: Response, what: string): Promise<ApiError> {
  const body = await answer.text();
  return new ApiError(`${what} answered ${String(answer.status)}: ${messageIn(body)}`, answer.status);
}

function messageIn(body: string): string {
  try {
    const parsed = asObject(JSON.parse(body));
    const envelope = asObject(parsed['error']);
    const message = asText(envelope['message']) ?? asText(parsed['message']) ?? asText(parsed['error']);
    const code = asText(envelope['code']) ?? asText(parsed['code']);
    return (
      [message, code === undefined ? undefined : `(${code})`].filter(Boolean).join(' ') || body.slice(0, 200)
    );
  } catch {
    return body.slice(0, 200);
  }
}

function describeCause(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return String(cause);
}
