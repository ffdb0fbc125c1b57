import { createHash } from 'node:crypto';
import { eventually } from '@assay/test-kit/eventually';
import type { Rest, RestAnswer } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import type { Client } from './client.ts';
import { presenceOf } from './known.ts';
import type { KnownFile, KnownProject, Presence } from './known.ts';
import { listAll } from './listed.ts';
import type { Listed } from './listed.ts';
import { treeFaults } from './tree-faults.ts';

/** What there is once all is calm, and what is wrong with it. */
export interface Findings {
  /** Of every file that is there, whether acknowledged or not. */
  readonly fileIds: Set<string>;
  readonly statuses: Map<string, number>;
  readonly faults: string[];
}

/** Compares what is there with what was acknowledged to the clients of one organization. */
export async function findFaults(clients: readonly Client[], findings: Findings): Promise<void> {
  const [{ rest } = { rest: undefined }] = clients;
  if (rest === undefined) return;
  const projects = [...new Set(clients.flatMap((client) => client.projects))];
  const found: Found = { rest, ...findings };
  for (const project of projects) await findInProject(found, project);
  await findByCount(
    found,
    '/v2/projects',
    projects.map((project) => presenceOf(project)),
  );
  const comments = projects.flatMap((project) =>
    project.files.flatMap((file) => file.comments.map((comment) => presenceOf(project, file, comment))),
  );
  await findByCount(found, '/v2/comments', comments);
  const { items, total } = await listAll(rest, '/v2/files');
  if (total !== items.length)
    found.faults.push(`/v2/files says ${total.toString()} of ${items.length.toString()}`);
  const strangers = items.filter(({ id }) => !findings.fileIds.has(id as string));
  found.faults.push(...strangers.map(({ id }) => `file ${id as string} is in no project that is there`));
}

interface Found extends Findings {
  readonly rest: Rest;
}

/** There are as many as are certainly there, and at most those besides of which nobody knows. */
async function findByCount(
  { rest, faults }: Found,
  path: string,
  presences: readonly Presence[],
): Promise<void> {
  const least = presences.filter((presence) => presence === 'kept').length;
  const most = presences.filter((presence) => presence !== 'gone').length;
  const { items, total } = await settled(
    () => listAll(rest, path),
    (listed) => listed.total <= most,
  );
  if (total !== items.length || total < least || total > most)
    faults.push(
      `${path}: ${total.toString()} and ${items.length.toString()}, not ${least.toString()} to ${most.toString()}`,
    );
}

async function findInProject(found: Found, project: KnownProject): Promise<void> {
  const { rest, faults } = found;
  const path = `/v2/projects/${project.id}`;
  const { status, body } = await rest.get(path);
  expectPresence(found, path, { presence: project.presence, status });
  if (status !== 200) {
    const files = project.files.map((file) => ({ ...file, presence: 'gone' as const }));
    for (const file of files) await findInFile(found, file);
    return;
  }
  for (const file of project.files) await findInFile(found, file);
  const files = await listAll(rest, `${path}/files`);
  for (const { id } of files.items) found.fileIds.add(id as string);
  const known = new Set(project.files.map(({ id }) => id));
  const unanswered = [...project.unanswered];
  for (const stranger of files.items.filter(({ id }) => !known.has(id as string))) {
    const place = unanswered.indexOf(stranger.contentHash as string);
    if (place < 0) faults.push(`${path} has a file ${stranger.id as string} that nobody sent`);
    else unanswered.splice(place, 1);
    await findInContent(found, stranger);
  }
  const counts = [body.fileCount as number, files.total, files.items.length];
  if (new Set(counts).size > 1) faults.push(`${path} counts ${counts.join(', ')} files`);
  const folders = await listAll(rest, `${path}/folders`);
  if (folders.total !== folders.items.length)
    faults.push(`${path} counts ${folders.total.toString()} folders`);
  faults.push(...treeFaults(project, { folders: folders.items, files: files.items }));
}

async function findInFile(found: Found, file: KnownFile): Promise<void> {
  const { rest, faults } = found;
  const path = `/v2/files/${file.id}`;
  const { status, body } = await rest.get(path);
  expectPresence(found, path, { presence: file.presence, status });
  for (const comment of file.comments) {
    const presence = status === 200 ? comment.presence : 'gone';
    const { status: commentStatus, body: said } = await settled(
      () => rest.get(`/v2/comments/${comment.id}`),
      (answer: RestAnswer) => status === 200 || answer.status === 404,
    );
    expectPresence(found, `comment ${comment.id}`, { presence, status: commentStatus });
    if (commentStatus === 200 && !comment.texts.has(said.text as string))
      faults.push(`comment ${comment.id} changed`);
  }
  if (status !== 200) return;
  if (body.contentHash !== file.sha256) faults.push(`${path} has another content`);
  if (!file.names.has(body.name as string)) faults.push(`${path} is called ${body.name as string}`);
  if (!file.tags.has(JSON.stringify(body.tags)))
    faults.push(`${path} has the tags ${JSON.stringify(body.tags)}`);
  await findInContent(found, body);
}

/** A file is read to its end, and its bytes are those whose hash it names. */
async function findInContent(
  { rest, faults, statuses }: Found,
  { id, contentHash, mimeType }: Listed,
): Promise<void> {
  const path = `/v2/files/${id as string}`;
  const status = await awaitEnrichment(rest, id as string).then(
    ({ enrichmentStatus, enrichmentError }) =>
      enrichmentStatus === 'failed' ? `failed (${String(enrichmentError)})` : (enrichmentStatus as string),
    () => 'stuck',
  );
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  // Every file that is sent can be read.
  if (status !== 'completed') faults.push(`${path}, ${mimeType as string}, is ${status}`);
  const { bytes, httpStatus } = await follow(rest, `${path}/download`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== contentHash) faults.push(`${path}: its bytes are others, ${httpStatus.toString()}`);
  if (status !== 'completed' || !(mimeType as string).startsWith('image/')) return;
  const picture = await follow(rest, `${path}/thumbnail`);
  if (picture.httpStatus !== 200) faults.push(`${path} has no thumbnail, ${picture.httpStatus.toString()}`);
}

/** What belonged to a deleted file goes after it, and later where a process died over it: the first answer that is as it should be, else the last. */
async function settled<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
  let last = await ask();
  if (isRight(last)) return last;
  const again = async (): Promise<void> => {
    last = await ask();
    if (!isRight(last)) throw new Error('not yet');
  };
  await eventually(again).catch(() => undefined);
  return last;
}

async function follow(rest: Rest, path: string): Promise<{ bytes: Buffer; httpStatus: number }> {
  const { status, headers } = await rest.get(path);
  if (status !== 302) return { bytes: Buffer.alloc(0), httpStatus: status };
  const answer = await fetch(headers.get('location') ?? '');
  return { bytes: Buffer.from(await answer.arrayBuffer()), httpStatus: answer.status };
}

function expectPresence(
  { faults }: Found,
  what: string,
  { presence, status }: { readonly presence: Presence; readonly status: number },
): void {
  const isRight =
    presence === 'unknown' ? [200, 404].includes(status) : status === (presence === 'kept' ? 200 : 404);
  if (!isRight) faults.push(`${what} is ${presence} and answers ${status.toString()}`);
}
