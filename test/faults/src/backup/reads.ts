import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Rest, RestAnswer } from '@assay/test-kit/rest';

export interface Written {
  readonly id: string;
  /** When it was acknowledged. */
  readonly at: number;
}

export interface WrittenFile extends Written {
  readonly sha256: string;
}

type Body = RestAnswer['body'];

/** What a client sees of a project: by id, undefined where there is none. */
export interface Reads {
  readonly files: ReadonlyMap<string, Body>;
  readonly runs: ReadonlyMap<string, Body>;
  readonly reports: ReadonlyMap<string, Body>;
}

export async function readEverything(
  rest: Rest,
  projectId: string,
  { files, runs }: { readonly files: readonly Written[]; readonly runs: readonly Written[] },
): Promise<Reads> {
  const runPath = (id: string): string => `/v2/projects/${projectId}/verification-runs/${id}`;
  return {
    files: await readEach(rest, files, (id) => `/v2/files/${id}`),
    runs: await readEach(rest, runs, runPath),
    reports: await readEach(rest, runs, (id) => `${runPath(id)}/report?format=json`),
  };
}

async function readEach(
  rest: Rest,
  written: readonly Written[],
  pathOf: (id: string) => string,
): Promise<Map<string, Body>> {
  const found = new Map<string, Body>();
  for (const { id } of written) {
    const { status, body } = await rest.get(pathOf(id));
    if (status === 200) found.set(id, body);
    // No such thing, or no report yet.
    else if (![404, 409].includes(status))
      throw new Error(`${pathOf(id)} was answered with ${String(status)}`);
  }
  return found;
}

/** The SHA-256 of what a client downloads. */
export async function downloadedSha256(rest: Rest, fileId: string): Promise<string> {
  const { headers } = await rest.get(`/v2/files/${fileId}/download`);
  const answer = await fetch(headers.get('location') ?? '');
  if (!answer.ok) throw new Error(`the content of ${fileId} was answered with ${String(answer.status)}`);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

/** What a client read that it reads otherwise again, such as `runs <id>`; what it does not read again is none of it. */
export function differences(before: Reads, after: Reads, view: (body: Body) => unknown): string[] {
  return (['files', 'runs', 'reports'] as const).flatMap((kind) =>
    [...after[kind]].flatMap(([id, body]) => {
      const was = view(before[kind].get(id));
      const is = view(body);
      return was === undefined || isDeepStrictEqual(was, is) ? [] : [`${kind} ${id}`];
    }),
  );
}

/** All of what has come to its end; undefined for what has not. */
export function settled(body: Body): unknown {
  const status: unknown = body?.status ?? body?.enrichmentStatus ?? 'completed';
  return body !== undefined && status === 'completed' ? body : undefined;
}

/** Without the moments at which it was done, for what was done again. */
export function outcomeOf(body: Body): unknown {
  if (body === undefined) return undefined;
  const moment = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+Z| UTC)/gu;
  const timed = /(?:durationMs|processingTimeMs)$/u;
  const text = JSON.stringify(body, (key, value: unknown) => (timed.test(key) ? undefined : value));
  return JSON.parse(text.replaceAll(moment, 'then'));
}
