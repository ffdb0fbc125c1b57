import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { asObject, asText } from '../json-view.ts';
import type { Json } from '../json-view.ts';
import { pipelineFor } from './pipeline-for.ts';
import { pollUntil } from './poll.ts';
import type { RestClient, RunPath } from './rest-client.ts';

export interface VerifyFileOptions {
  readonly client: RestClient;
  readonly projectId: string;
  readonly file: string;
  /** Gets a folder per run. */
  readonly reportsDir: string;
  readonly onProgress: (step: string) => void;
}

export type VerifiedFile =
  | {
      outcome: 'completed';
      file: string;
      run: Json;
      report: Json;
      reportPath: string;
      pictures: SavedPicture[];
    }
  | { outcome: 'failed'; file: string; reason: string };

export interface SavedPicture {
  readonly path: string;
  /** Such as `heatmap`. */
  readonly type: string | undefined;
  readonly legend: string | undefined;
}

const enrichmentMs = 180_000;
const runMs = 300_000;
const finalStates = new Set<unknown>(['completed', 'failed']);

/** Uploads a file, waits for its enrichment, verifies it and saves its report and pictures. @throws {ApiError} */
export async function verifyFile(options: VerifyFileOptions): Promise<VerifiedFile> {
  const { client, projectId, file, onProgress } = options;
  const failed = (reason: string): VerifiedFile => ({ outcome: 'failed', file, reason });
  onProgress('uploading');
  const fileId = idOf(await client.uploadFile(projectId, file));
  onProgress('reading metadata');
  const enriched = await pollUntil(
    async () => client.getFile(fileId),
    (answer) => finalStates.has(answer['enrichmentStatus']),
    enrichmentMs,
  );
  if (enriched['enrichmentStatus'] === 'failed') return failed(enrichmentFailure(enriched));
  const pipeline = pipelineFor(asText(enriched['mimeType']) ?? '');
  const runId = idOf(await client.startRun(projectId, fileId, pipeline));
  onProgress('verifying');
  const run = await pollUntil(
    async () => client.getRun(projectId, runId),
    (answer) => finalStates.has(answer['status']),
    runMs,
  );
  if (run['status'] === 'failed')
    return failed(`the run failed: ${asText(run['error']) ?? 'no reason stated'}`);
  onProgress('fetching the report');
  return saveResult({ ...options, run, path: { projectId, runId } });
}

async function saveResult({
  client,
  file,
  reportsDir,
  run,
  path,
}: VerifyFileOptions & { run: Json; path: RunPath }): Promise<VerifiedFile> {
  const folder = join(reportsDir, path.runId);
  await mkdir(folder, { recursive: true });
  const [html, json] = await Promise.all([client.getReport(path, 'html'), client.getReport(path, 'json')]);
  const reportPath = join(folder, 'report.html');
  await writeFile(reportPath, html);
  const report = asObject(JSON.parse(json.toString('utf8')));
  const pictures = await savePictures(client, path, folder);
  return { outcome: 'completed', file, run, report, reportPath, pictures };
}

async function savePictures(client: RestClient, path: RunPath, folder: string): Promise<SavedPicture[]> {
  const artifacts = await client.listArtifacts(path);
  const pictures = artifacts.filter(
    (artifact) => asText(artifact['mimeType'])?.startsWith('image/') === true,
  );
  return Promise.all(
    pictures.map(async (artifact, index) => {
      const picture = join(folder, pictureName(artifact, index));
      await writeFile(picture, await client.download(asText(artifact['url']) ?? ''));
      return { path: picture, type: asText(artifact['type']), legend: asText(artifact['legend']) };
    }),
  );
}

// Names come from the platform, and the folder is on somebody's disk: letters and digits only.
function pictureName(artifact: Json, index: number): string {
  const words = [asText(artifact['stageSlug']), asText(artifact['type'])].filter(
    (word) => word !== undefined,
  );
  const name = words.join('-').replaceAll(/[^a-z0-9_-]+/gi, '') || 'picture';
  const kind = asText(artifact['mimeType'])
    ?.replace('image/', '')
    .replaceAll(/[^a-z0-9]+/gi, '');
  return `${name}-${String(index + 1)}.${kind === 'jpeg' || kind === undefined ? 'jpg' : kind}`;
}

function enrichmentFailure(file: Json): string {
  const enrichment = asObject(file['enrichment']);
  const reason =
    asText(file['enrichmentError']) ?? asText(enrichment['error']) ?? asText(enrichment['reason']);
  const name = asText(file['name']) ?? basename(String(file['id']), extname(String(file['id'])));
  return `${name} could not be read${reason === undefined ? '' : `: ${reason}`}`;
}

function idOf(answer: Json): string {
  const id = asText(answer['id']);
  if (id === undefined) throw new Error('The API answered without an id');
  return id;
}
