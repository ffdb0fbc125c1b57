import type { RestAnswer } from '@assay/test-kit/rest';
import { ask, expected } from './client.ts';
import type { Client } from './client.ts';
import { newContent } from './contents.ts';
import type { Content } from './contents.ts';
import { kept, newKnownFile, settle } from './known.ts';
import type { Known, KnownComment, KnownFile, KnownFolder, KnownProject } from './known.ts';

/** A project that is certainly there. */
export function pickProject({ random }: Client, projects: readonly KnownProject[]): KnownProject {
  const project = random.pick(kept(projects));
  if (project === undefined) throw new Error('every client keeps a project');
  return project;
}

export function ownProjects({ projects }: Client): KnownProject[] {
  return projects.filter(({ isShared }) => !isShared);
}

export function pickFile(client: Client): { project: KnownProject; file: KnownFile } | undefined {
  const project = client.random.pick(kept(client.projects).filter(({ files }) => kept(files).length > 0));
  const file = client.random.pick(kept(project?.files ?? []));
  return project === undefined || file === undefined ? undefined : { project, file };
}

/** Into a project of its own, whose files nobody else changes. */
export async function uploadFile(client: Client, tag: string): Promise<void> {
  const project = pickProject(client, ownProjects(client));
  const content = newContent(client.random, tag);
  const path = `/v2/projects/${project.id}/files`;
  const asked = {
    ...({ operation: 'upload a file', method: 'POST', path, isPatient: isPatient(client) } as const),
    upload: { ...content, projectId: project.id },
  };
  const { answer, unanswered } = await ask(client, asked);
  project.unanswered.push(...Array<string>(unanswered).fill(content.sha256));
  const acknowledged = expected(client, asked, { answer, statuses: [201], about: [project] });
  if (acknowledged === undefined) return;
  remember(client, project, { content, acknowledged: acknowledged.body });
}

/** From here on the file must be there. */
export function remember(
  { tally }: Client,
  project: KnownProject,
  { content, acknowledged }: { readonly content: Content; readonly acknowledged: RestAnswer['body'] },
): void {
  const { id, contentHash } = acknowledged;
  if (contentHash !== content.sha256) tally.lost.push(`${id as string}: ${contentHash as string}`);
  project.files.push(newKnownFile(id, content));
}

export async function updateFile(client: Client, tag: string): Promise<void> {
  const found = pickFile(client);
  if (found === undefined) return;
  const { project, file } = found;
  const { random } = client;
  const folder = random.pick<KnownFolder | undefined>([undefined, ...kept(project.folders)]);
  const [change, possible] = random.pick([
    [{ name: `${tag}.renamed` }, file.names],
    [{ tags: [tag, 'changed'] }, file.tags],
    [{ folderId: folder?.id ?? null }, file.folderIds],
  ] as const) ?? [{}, new Set()];
  const value = 'tags' in change ? JSON.stringify(change.tags) : (Object.values(change)[0] as string | null);
  (possible as Set<string | null>).add(value);
  const path = `/v2/files/${file.id}`;
  const asked = {
    operation: 'update a file',
    method: 'PUT',
    path,
    body: change,
    isPatient: isPatient(client),
  } as const;
  const { answer } = await ask(client, asked);
  const about = [project, file, ...(folder === undefined ? [] : [folder])] as const;
  if (expected(client, asked, { answer, statuses: [200], about }) !== undefined)
    settle(possible as Set<string | null>, value);
}

export async function deleteFile(client: Client): Promise<void> {
  const found = pickFile(client);
  if (found === undefined) return;
  const { project, file } = found;
  const path = `/v2/files/${file.id}`;
  await remove(client, { operation: 'delete a file', path, thing: file, status: 204, within: [project] });
}

/** Deletes something; from the moment it is asked for nobody knows whether it is there, until that is answered. */
export async function remove(
  client: Client,
  {
    operation,
    path,
    thing,
    status,
    within,
  }: {
    readonly operation: string;
    readonly path: string;
    readonly thing: Known;
    readonly status: number;
    readonly within: readonly KnownProject[];
  },
): Promise<void> {
  thing.presence = 'unknown';
  const asked = { operation, method: 'DELETE', path, isPatient: isPatient(client) } as const;
  const { answer } = await ask(client, asked);
  expected(client, asked, { answer, statuses: [status, 404], about: [thing, ...within] });
  if (answer !== undefined && [status, 404].includes(answer.status)) thing.presence = 'gone';
}

export async function createComment(client: Client, tag: string): Promise<void> {
  const found = pickFile(client);
  if (found === undefined) return;
  const { project, file } = found;
  const parent = client.random.pick<KnownComment | undefined>([undefined, ...kept(file.comments)]);
  const body = { text: tag, ...(parent === undefined ? {} : { parentCommentId: parent.id }) };
  const path = `/v2/files/${file.id}/comments`;
  const asked = { operation: 'comment', method: 'POST', path, body, isKeyed: true } as const;
  const { answer } = await ask(client, asked);
  const acknowledged = expected(client, asked, { answer, statuses: [201], about: [project, file] });
  if (acknowledged === undefined) return;
  file.comments.push({ id: acknowledged.body.id, presence: 'kept', texts: new Set([tag]) });
}

export async function updateComment(client: Client, tag: string): Promise<void> {
  const { project, file } = pickFile(client) ?? {};
  const comment = client.random.pick(kept(file?.comments ?? []));
  if (project === undefined || file === undefined || comment === undefined) return;
  comment.texts.add(tag);
  const path = `/v2/comments/${comment.id}`;
  const body = { text: tag };
  const asked = {
    operation: 'edit a comment',
    method: 'PUT',
    path,
    body,
    isPatient: isPatient(client),
  } as const;
  const { answer } = await ask(client, asked);
  const about = [project, file, comment] as const;
  if (expected(client, asked, { answer, statuses: [200], about }) !== undefined) settle(comment.texts, tag);
}

export async function deleteComment(client: Client): Promise<void> {
  const { project, file } = pickFile(client) ?? {};
  const comment = client.random.pick(kept(file?.comments ?? []));
  if (project === undefined || comment === undefined) return;
  const path = `/v2/comments/${comment.id}`;
  await remove(client, {
    operation: 'delete a comment',
    path,
    thing: comment,
    status: 200,
    within: [project],
  });
}

/** One request in two is repeated until it is answered; the others leave open what became of them. */
export function isPatient({ random }: Client): boolean {
  return random.below(2) === 0;
}
