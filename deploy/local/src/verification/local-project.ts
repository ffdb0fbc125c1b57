import { readFile, writeFile } from 'node:fs/promises';
import { asObject, asText } from '../json-view.ts';
import type { RestClient } from './rest-client.ts';

export interface LocalProject {
  readonly projectId: string;
  readonly organizationId: string;
}

const projectName = 'Local verifications';

/** The project local verifications go to: the one noted in the file while it exists, else a new one. */
export async function localProject(client: RestClient, noteFile: string): Promise<LocalProject> {
  const noted = await readNote(noteFile);
  const known = noted === undefined ? undefined : await client.findProject(noted);
  const project = known ?? (await client.createProject(projectName));
  const projectId = asText(project['id']);
  const organizationId = asText(project['organizationId']);
  if (projectId === undefined || organizationId === undefined) {
    throw new Error('The API answered a project without id or organizationId');
  }
  if (projectId !== noted) await writeFile(noteFile, JSON.stringify({ projectId }));
  return { projectId, organizationId };
}

async function readNote(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : asText(asObject(JSON.parse(text))['projectId']);
}
