import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { NamedBytes, Rest } from '@assay/test-kit/rest';

/** Answering takes time from the measured process, so it is asked seldom. */
const pollMs = 500;
const maxJobMs = 600_000;
const filesPerUpload = 100;
const pipelineSlug = 'image-standard';

export interface UploadedDataset {
  readonly id: string;
  readonly rawVersionId: string;
}

/** The fields of a version that a benchmark reads. */
export interface CleanedVersion {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly fileCount: number;
}

/** Creates a dataset of images and uploads files, each under its place in the list. */
export async function uploadDataset(
  rest: Rest,
  internalId: string,
  files: readonly (string | Buffer)[],
): Promise<UploadedDataset> {
  const created = await rest.post('/v2/datasets', { name: 'Bench', internalId, modality: 'image' });
  const { id, rawVersionId } = created.body as UploadedDataset;
  for (let start = 0; start < files.length; start += filesPerUpload) {
    const batch = files.slice(start, start + filesPerUpload);
    const parts = await Promise.all(batch.map((file, index) => toPart(file, start + index)));
    const { status, body } = await rest.uploadToDataset(id, parts);
    if (status !== 201)
      throw new Error(`an upload was answered ${status.toString()}: ${JSON.stringify(body)}`);
  }
  return { id, rawVersionId };
}

async function toPart(file: string | Buffer, place: number): Promise<NamedBytes> {
  const bytes = typeof file === 'string' ? await readFile(file) : file;
  return { name: `${place.toString()}.jpg`, bytes, type: 'image/jpeg' };
}

/** Cleans the raw version by image-standard, and resolves when its job has ended. */
export async function cleanDataset(
  rest: Rest,
  { id, rawVersionId }: UploadedDataset,
): Promise<CleanedVersion> {
  const versions = `/v2/datasets/${id}/versions`;
  const { status, body } = await rest.post(`${versions}/${rawVersionId}/clean`, { pipelineSlug });
  if (status !== 200) throw new Error(`a clean was answered ${status.toString()}: ${JSON.stringify(body)}`);
  const path = `${versions}/${(body as CleanedVersion).id}?limit=1`;
  const deadline = Date.now() + maxJobMs;
  while (Date.now() < deadline) {
    const version = (await rest.get(path)).body as CleanedVersion;
    if (version.state === 'cleaned') return version;
    if (version.state === 'failed') throw new Error(`the job failed: ${version.error ?? ''}`);
    await delay(pollMs);
  }
  throw new Error('the job did not end in ten minutes');
}

interface Differences {
  readonly items: readonly { readonly change: string; readonly name: string }[];
}

const pageSize = 200;

/** Lists the places of the files whose bytes a job changed. */
export async function listChanged(
  rest: Rest,
  { id, rawVersionId }: UploadedDataset,
  cleaned: CleanedVersion,
): Promise<ReadonlySet<number>> {
  const places = new Set<number>();
  for (let page = 1; ; page += 1) {
    const path = `/v2/datasets/${id}/versions/${rawVersionId}/diff/${cleaned.id}`;
    const { body } = await rest.get(`${path}?page=${page.toString()}&limit=${pageSize.toString()}`);
    const { items } = body as Differences;
    for (const { change, name } of items) if (change === 'changed') places.add(Number.parseInt(name, 10));
    if (items.length < pageSize) return places;
  }
}
