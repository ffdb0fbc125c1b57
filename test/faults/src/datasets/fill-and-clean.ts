import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { expect } from 'vitest';
import { makeText } from './make-text.ts';
import { awaitJob, repeat } from './patient-client.ts';
import type { JobWatch } from './patient-client.ts';

/** A line of a manifest, without the ids. */
export interface ManifestLine {
  readonly name: string;
  readonly sha256: string;
  readonly wordCount: number | null;
}

export interface Versions {
  readonly datasetId: string;
  /** The ids of the versions whose requests were accepted. */
  readonly accepted: readonly string[];
  /** The ids of the versions that the dataset lists. */
  readonly listed: readonly string[];
  readonly manifests: readonly (readonly ManifestLine[])[];
}

export interface Work extends JobWatch {
  readonly platform: Pick<LaunchedPlatform, 'baseUrl' | 'apiKey'>;
  readonly internalId: string;
  readonly fileCount: number;
  /** Runs each phase, with all that happens meanwhile. */
  readonly during: (work: () => Promise<void>) => Promise<void>;
}

const filesPerUpload = 50;

/** Uploads files, cleans them, and then cleans and enriches the cleaned version at the same time. */
export async function fillAndClean(work: Work): Promise<Versions> {
  const { rest, internalId, during } = work;
  const request = { name: 'Faults', internalId, modality: 'text' };
  const headers = { 'idempotency-key': internalId };
  const { body: dataset } = await repeat(() => rest.post('/v2/datasets', request, headers), 201);
  const datasetId = dataset.id as string;
  const raw = dataset.rawVersionId as string;
  const path = `/v2/datasets/${datasetId}`;
  const accepted = [raw];
  await during(() => upload(work, datasetId));
  const start = (source: string, action: 'clean' | 'enrich') =>
    runJob(work, `${path}/versions/${source}`, action);
  await during(async () => {
    accepted.push(await start(raw, 'clean'));
  });
  const [, cleaned = ''] = accepted;
  await during(async () => {
    accepted.push(...(await Promise.all([start(cleaned, 'clean'), start(cleaned, 'enrich')])));
  });
  const manifests: (readonly ManifestLine[])[] = [];
  for (const id of accepted) manifests.push(await readManifest(work, `${path}/versions/${id}`));
  const { body } = await repeat(() => rest.get(`${path}/versions`), 200);
  const listed = (body as readonly { readonly id: string }[]).map(({ id }) => id);
  return { datasetId, accepted, listed, manifests };
}

async function upload({ rest, internalId, fileCount }: Work, datasetId: string): Promise<void> {
  for (let start = 0; start < fileCount; start += filesPerUpload) {
    const files = Array.from({ length: filesPerUpload }, (_, at) => makeText(start + at));
    const headers = { 'idempotency-key': `${internalId}-${start.toString()}` };
    await repeat(() => rest.uploadToDataset(datasetId, files, headers), 201);
  }
}

/** Returns the id of the new version. */
async function runJob(work: Work, source: string, action: 'clean' | 'enrich'): Promise<string> {
  const path = `${source}/${action}`;
  const body = action === 'clean' ? { pipelineSlug: 'text-standard' } : undefined;
  const started = await repeat(() => work.rest.post(path, body, { 'idempotency-key': path }), 200);
  const id = started.body.id as string;
  const ended = await awaitJob(work, `${source.slice(0, source.lastIndexOf('/'))}/${id}`);
  expect([ended.state, ended.error]).toEqual([action === 'clean' ? 'cleaned' : 'cleaned_and_enriched', null]);
  return id;
}

async function readManifest({ platform }: Work, path: string): Promise<readonly ManifestLine[]> {
  const headers = { 'x-api-key': platform.apiKey };
  const answer = await fetch(`${platform.baseUrl}${path}/manifest`, { headers });
  const lines = (await answer.text()).trim().split('\n');
  return lines.map((line) => {
    const { name, sha256, enrichment } = JSON.parse(line) as Omit<ManifestLine, 'wordCount'> & {
      readonly enrichment: { readonly wordCount?: number } | null;
    };
    return { name, sha256, wordCount: enrichment?.wordCount ?? null };
  });
}
