import { ask, expected } from './client.ts';
import type { Client } from './client.ts';
import { isPatient, pickFile } from './file-operations.ts';

/** Has a file read once more; while it is being read that is refused. */
export async function retryEnrichment(client: Client): Promise<void> {
  const found = pickFile(client);
  if (found === undefined) return;
  const { project, file } = found;
  const path = `/v2/projects/${project.id}/files/${file.id}/enrichment/retry`;
  const asked = { operation: 'read again', method: 'POST', path, isPatient: isPatient(client) } as const;
  const { answer } = await ask(client, asked);
  expected(client, asked, { answer, statuses: [200, 409], about: [project, file] });
}

/** Follows the link to a thumbnail, where there is one by now. */
export async function readThumbnail(client: Client): Promise<void> {
  const found = pickFile(client);
  if (found === undefined) return;
  const { project, file } = found;
  const path = `/v2/files/${file.id}/thumbnail`;
  const asked = { operation: 'read a thumbnail', method: 'GET', path, isPatient: true } as const;
  const { answer } = await ask(client, asked);
  const linked = expected(client, asked, { answer, statuses: [302, 404], about: [project, file] });
  if (linked === undefined) return;
  // Nobody answers while the storage is away.
  const picture = await fetch(linked.headers.get('location') ?? '').catch(() => undefined);
  if (picture?.status === 404) client.tally.lost.push(`${path} leads to nothing`);
  await picture?.body?.cancel();
}
