import { ask, expected } from './client.ts';
import type { Asked, Client } from './client.ts';
import { newContentInParts } from './contents.ts';
import type { Content } from './contents.ts';
import { isPatient, ownProjects, pickProject, remember } from './file-operations.ts';
import type { KnownProject } from './known.ts';

const wrongHash = '0'.repeat(64);

interface BegunUpload {
  readonly project: KnownProject;
  readonly content: Content;
  readonly path: string;
  readonly partSize: number;
  readonly partCount: number;
}

/** Sends a file in parts, in any order; of ten that arrive one is left as it is, one aborted and one completed with a wrong hash. */
export async function uploadInParts(client: Client, tag: string): Promise<void> {
  const upload = await begin(client, tag);
  if (upload === undefined) return;
  const numbers = Array.from({ length: upload.partCount }, (_, index) => index + 1);
  for (const number of client.random.shuffled(numbers)) {
    if (!(await sendPart(client, upload, number))) return;
  }
  const fate = client.random.below(10);
  if (fate === 0) return;
  if (fate === 1) await abort(client, upload);
  else if (fate === 2) await completeWrongly(client, upload);
  else await complete(client, upload);
}

async function begin(client: Client, tag: string): Promise<BegunUpload | undefined> {
  const project = pickProject(client, ownProjects(client));
  const content = newContentInParts(client.random, tag);
  const path = `/v2/projects/${project.id}/uploads`;
  const body = { name: content.name, mimeType: content.type, size: content.bytes.length };
  const asked = { operation: 'begin an upload', method: 'POST', path, body } as const;
  const { answer } = await ask(client, { ...asked, isPatient: isPatient(client) });
  const begun = expected(client, asked, { answer, statuses: [201], about: [project] });
  if (begun === undefined) return undefined;
  const { uploadId, partSize, partCount } = begun.body;
  return { project, content, path: `${path}/${uploadId as string}`, partSize, partCount };
}

async function sendPart(
  client: Client,
  { project, content, path, partSize }: BegunUpload,
  number: number,
): Promise<boolean> {
  const bytes = content.bytes.subarray((number - 1) * partSize, number * partSize);
  const asked = {
    ...({ operation: 'send a part', method: 'PUT', path: `${path}/parts/${number.toString()}` } as const),
    bytes,
    isPatient: isPatient(client),
  };
  const { answer } = await ask(client, asked);
  return expected(client, asked, { answer, statuses: [200], about: [project] }) !== undefined;
}

async function abort(client: Client, { project, path }: BegunUpload): Promise<void> {
  const asked: Asked = { operation: 'abort an upload', method: 'DELETE', path, isPatient: isPatient(client) };
  const { answer } = await ask(client, asked);
  // What was carried out without an answer is gone the next time.
  expected(client, asked, { answer, statuses: [204, 404], about: [project] });
}

async function completeWrongly(client: Client, { project, path }: BegunUpload): Promise<void> {
  const asked = {
    ...({ operation: 'complete with a wrong hash', method: 'POST', path: `${path}/complete` } as const),
    body: { sha256: wrongHash },
    isPatient: isPatient(client),
  };
  const { answer } = await ask(client, asked);
  expected(client, asked, { answer, statuses: [422, 404], about: [project] });
}

async function complete(client: Client, { project, content, path }: BegunUpload): Promise<void> {
  const asked = {
    ...({ operation: 'complete an upload', method: 'POST', path: `${path}/complete` } as const),
    body: { sha256: content.sha256 },
    isPatient: isPatient(client),
  };
  const { answer } = await ask(client, asked);
  if (answer === undefined) project.unanswered.push(content.sha256);
  const acknowledged = expected(client, asked, { answer, statuses: [201], about: [project] });
  if (acknowledged !== undefined) remember(client, project, { content, acknowledged: acknowledged.body });
}
