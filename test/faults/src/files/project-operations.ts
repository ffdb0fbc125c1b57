import { ask, expected } from './client.ts';
import type { Client } from './client.ts';
import { isPatient, ownProjects, pickProject, remove } from './file-operations.ts';
import { kept, newKnownProject, settle } from './known.ts';
import type { KnownFolder } from './known.ts';

/** Few, so that some are taken. */
const folderNames = Array.from({ length: 12 }, (_, index) => `Folder ${index.toString()}`);

export async function createFolder(client: Client): Promise<void> {
  const project = pickProject(client, client.projects);
  const parent = pickParent(client, project.folders);
  const name = client.random.pick(folderNames) ?? '';
  const parentId = parent?.id ?? null;
  const path = `/v2/projects/${project.id}/folders`;
  const body = { name, ...(parentId === null ? {} : { parentId }) };
  const asked = { operation: 'create a folder', method: 'POST', path, body, isKeyed: true } as const;
  const { answer } = await ask(client, asked);
  const about = [project, ...(parent === undefined ? [] : [parent])] as const;
  const acknowledged = expected(client, asked, { answer, statuses: [201, 409], about });
  if (acknowledged === undefined) return;
  const names = new Set([name]);
  project.folders.push({ id: acknowledged.body.id, presence: 'kept', names, parentIds: new Set([parentId]) });
}

/** Renames or moves it. */
export async function updateFolder(client: Client): Promise<void> {
  const project = pickProject(client, client.projects);
  const folder = client.random.pick(kept(project.folders));
  if (folder === undefined) return;
  const isRenamed = client.random.below(2) === 0;
  const parent = isRenamed ? undefined : pickParent(client, project.folders);
  const value = isRenamed ? (client.random.pick(folderNames) ?? '') : (parent?.id ?? null);
  const possible = isRenamed ? folder.names : folder.parentIds;
  const earlier = new Set(possible);
  possible.add(value);
  const path = `/v2/folders/${folder.id}`;
  const body = isRenamed ? { name: value } : { parentId: value };
  const asked = {
    operation: 'move a folder',
    method: 'PUT',
    path,
    body,
    isPatient: isPatient(client),
  } as const;
  const { answer, unanswered } = await ask(client, asked);
  const about = [project, folder, ...(parent === undefined ? [] : [parent])] as const;
  const isChanged = expected(client, asked, { answer, statuses: [200, 409], about }) !== undefined;
  if (project.isShared) return;
  if (isChanged) settle(possible, value);
  else if (answer !== undefined && unanswered === 0 && !earlier.has(value)) possible.delete(value);
}

export async function deleteFolder(client: Client): Promise<void> {
  const project = pickProject(client, client.projects);
  const folder = client.random.pick(kept(project.folders));
  if (folder === undefined) return;
  const path = `/v2/folders/${folder.id}`;
  await remove(client, { operation: 'delete a folder', path, thing: folder, status: 200, within: [project] });
}

function pickParent({ random }: Client, folders: readonly KnownFolder[]): KnownFolder | undefined {
  return random.pick<KnownFolder | undefined>([undefined, ...kept(folders)]);
}

export async function createProject(client: Client, tag: string): Promise<void> {
  const path = '/v2/projects';
  const asked = {
    operation: 'create a project',
    method: 'POST',
    path,
    body: { name: tag },
    isKeyed: true,
  } as const;
  const { answer } = await ask(client, asked);
  const acknowledged = expected(client, asked, { answer, statuses: [201], about: [] });
  if (acknowledged === undefined) return;
  client.projects.push(newKnownProject(acknowledged.body.id));
}

/** Never the last one of its own, and never the shared one. */
export async function deleteProject(client: Client): Promise<void> {
  const own = kept(ownProjects(client));
  const project = own.length > 1 ? client.random.pick(own) : undefined;
  if (project === undefined) return;
  const path = `/v2/projects/${project.id}`;
  await remove(client, { operation: 'delete a project', path, thing: project, status: 204, within: [] });
}

/** Reads one of four lists; that of a project's files has every file that was acknowledged, however shortly before. */
export async function readList(client: Client): Promise<void> {
  const project = pickProject(client, client.projects);
  const acknowledgedFiles = kept(project.files);
  const path =
    client.random.pick([
      ...[`/v2/projects/${project.id}/files?limit=200`, `/v2/projects/${project.id}/folders?limit=200`],
      ...['/v2/comments?limit=200', '/v2/files?limit=200'],
    ]) ?? '';
  const asked = { operation: 'read a list', method: 'GET', path, isPatient: true } as const;
  const { answer } = await ask(client, asked);
  const about = path.startsWith('/v2/projects') ? ([project] as const) : [];
  const acknowledged = expected(client, asked, { answer, statuses: [200], about });
  if (acknowledged === undefined) return;
  if (!path.endsWith('/files?limit=200') || path === '/v2/files?limit=200' || acknowledged.body.total > 200)
    return;
  const listed = new Set(acknowledged.body.data.map(({ id }: { id: string }) => id));
  const missing = kept(acknowledgedFiles).filter(({ id }) => !listed.has(id));
  client.tally.lost.push(...missing.map(({ id }) => `${path} has no ${id}`));
}
