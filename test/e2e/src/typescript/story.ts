/**
 * Verifies a photograph, runs a crowd job about it and keeps a webhook, with a client whose types openapi-typescript generates.
 * Arguments: the address of the gateway, an API key, a photograph. Prints the ids of all records as JSON.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const [, , baseUrl = '', apiKey = '', photograph = ''] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': apiKey } });

/** Returns the body of an answer, or throws its error. */
function read<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}

/** Reads a resource until it has ended. */
async function awaitEnd<T>(request: () => Promise<T>, hasEnded: (resource: T) => boolean): Promise<T> {
  for (;;) {
    const resource = await request();
    if (hasEnded(resource)) return resource;
    await pause(200);
  }
}

const project = read(await client.POST('/v2/projects', { body: { name: 'From TypeScript' } }));
const projectId = project.id;

const form = new FormData();
form.append('file', new File([await readFile(photograph)], basename(photograph), { type: 'image/jpeg' }));
const uploaded = read(
  await client.POST('/v2/projects/{projectId}/files', {
    params: { path: { projectId } },
    body: { file: '' },
    bodySerializer: () => form,
  }),
);
const fileId = uploaded.id;
const readFileRecord = async () =>
  read(await client.GET('/v2/files/{fileId}', { params: { path: { fileId } } }));
const file = await awaitEnd(readFileRecord, ({ enrichmentStatus }) => enrichmentStatus === 'completed');

const started = read(
  await client.POST('/v2/projects/{projectId}/verification-runs', {
    params: { path: { projectId } },
    body: { pipelineSlug: 'image-authenticity', fileIds: [fileId] },
  }),
);
const runId = started.id;
const readRun = async () =>
  read(await client.GET('/v2/verification-runs/{runId}', { params: { path: { runId } } }));
const run = await awaitEnd(readRun, ({ status }) => status === 'completed' || status === 'failed');

const template = read(
  await client.POST('/v2/survey-templates', { body: { name: 'Changed?', language: 'en', projectId } }),
);
const survey = read(
  await client.POST('/v2/survey-templates/{templateId}/versions', {
    params: { path: { templateId: template.id } },
    body: {
      title: 'Changed photographs',
      questions: [{ key: 'changed', type: 'boolean', label: 'Was something changed?', required: true }],
    },
  }),
);
const job = read(
  await client.POST('/v2/crowd-jobs', {
    body: {
      projectId,
      name: 'Story',
      title: 'Changed?',
      description: 'Look at the photograph.',
      surveyTemplateVersionId: survey.id,
      fileIds: [fileId],
      rewardCents: 10,
    },
  }),
);
const jobId = job.id;
const claim = read(await client.POST('/v2/crowd-jobs/{jobId}/claims', { params: { path: { jobId } } }));
const answer = read(
  await client.POST('/v2/claims/{claimId}/answers', {
    params: { path: { claimId: claim.claimId } },
    body: { answers: [{ questionKey: 'changed', value: false }] },
  }),
);
const [row] = read(await client.GET('/v2/crowd-jobs/{jobId}/answers', { params: { path: { jobId } } })).data;

const webhook = read(
  await client.POST('/v2/projects/{projectId}/webhooks', {
    params: { path: { projectId } },
    body: { url: 'https://8.8.8.8/hooks', eventTypes: ['run.revised'] },
  }),
);
const path = { projectId, webhookId: webhook.id };
const deliveries = read(
  await client.GET('/v2/projects/{projectId}/webhooks/{webhookId}/deliveries', {
    params: { path, query: { event: 'run.revised', limit: 5 } },
  }),
);
const refused = await client.GET('/v2/projects/{projectId}/webhooks/{webhookId}', {
  params: { path: { ...path, webhookId: projectId } },
});

console.log(
  JSON.stringify({
    projectId,
    fileId,
    runId,
    jobId,
    webhookId: webhook.id,
    secret: webhook.secret,
    sha256: file.enrichment?.sha256,
    verdict: run.verdict,
    fileNames: row?.fileNames,
    answerStatus: answer.status,
    deliveries: deliveries.total,
    refused: refused.error?.error.code,
  }),
);
