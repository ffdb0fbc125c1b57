import { setTimeout as delay } from 'node:timers/promises';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import type { NamedBytes, Rest } from '@assay/test-kit/rest';
import type { Db } from 'mongodb';
import { createDataset } from './create-dataset.ts';
import type { FilledDataset } from './create-dataset.ts';

const filesPerUpload = 100;
/** Uploads in flight at the same time. */
const uploadsAtOnce = 4;

/** Creates a dataset of texts, which are uploaded 100 at a time. One text in a hundred has line ends that `text-standard` changes. */
export async function fillDataset(
  platform: LaunchedPlatform,
  { db, fileCount }: { readonly db: Db; readonly fileCount: number },
): Promise<FilledDataset> {
  const filled = await createDataset(platform, db, `size-${fileCount.toString()}`);
  const rest = createRest(platform.baseUrl, platform.apiKey);
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < fileCount) {
      const start = next;
      next += filesPerUpload;
      const length = Math.min(filesPerUpload, fileCount - start);
      const files = Array.from({ length }, (_, at) => makeText(start + at));
      const { status, body } = await rest.uploadToDataset(filled.id, files);
      if (status !== 201) throw new Error(`an upload failed: ${status.toString()} ${JSON.stringify(body)}`);
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, send));
  return filled;
}

const words = 12;

/** Makes a text that differs from all others in nearly all its words. */
function makeText(index: number): NamedBytes {
  const content = Array.from({ length: words }, (_, at) =>
    ((index + 1) * (at + 7) * 7_919 + at).toString(36).padStart(8, 'w'),
  );
  const bytes = Buffer.from(content.join(index % 100 === 0 ? '\r\n' : '\n'));
  return { name: `text-${index.toString().padStart(6, '0')}.txt`, bytes, type: 'text/plain' };
}

const pollMs = 200;

/** Derives a version, and returns its id after everything of its job was removed. */
export async function cleanDataset(
  platform: LaunchedPlatform,
  dataset: FilledDataset,
  { db, pipelineSlug }: { readonly db: Db; readonly pipelineSlug: string },
): Promise<string> {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const clean = `${dataset.path}/versions/${dataset.rawVersionId}/clean`;
  const started = await rest.post(clean, { pipelineSlug });
  if (started.status !== 200) throw new Error(`the job did not start: ${JSON.stringify(started.body)}`);
  const { id } = started.body as { readonly id: string };
  await awaitCleaned(rest, `${dataset.path}/versions/${id}`);
  // The units go with the next check of the job, and the releases of unused files a minute later.
  for (const collection of ['units', 'releases'])
    while ((await db.collection(collection).countDocuments()) > 0) await delay(pollMs);
  return id;
}

async function awaitCleaned(rest: Rest, path: string): Promise<void> {
  for (;;) {
    const { body } = await rest.get(`${path}?limit=1`);
    const { state, error } = body as { readonly state: string; readonly error: string | null };
    if (state === 'cleaned') return;
    if (state !== 'cleaning') throw new Error(`the job ended as ${state}: ${error ?? ''}`);
    await delay(pollMs);
  }
}
