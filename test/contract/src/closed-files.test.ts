/** A file is made private after an outsider got a task with it. Each operation of crowd work is called then: nothing new gets through. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eventually } from '@assay/test-kit/eventually';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest, RestAnswer } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, createCrowdSurvey, newCrowdJob, rejectAnswer } from './crowd-body.ts';
import { fetchDocument, operationsOf } from './openapi-document.ts';
import type { NamedOperation } from './openapi-document.ts';

let platform: SharedPlatform;
let requester: Rest;
let operations: readonly NamedOperation[];
let place: { readonly projectId: string; readonly crowdSurveyId: string };
let fileId: string;

beforeAll(async () => {
  platform = await joinPlatform();
  requester = createRest(platform.baseUrl, platform.apiKey);
  operations = operationsOf(await fetchDocument(platform.baseUrl)).filter(({ tags = [] }) =>
    tags.includes('Crowd work'),
  );
  const { body: project } = await requester.post('/v2/projects', { name: 'Closed files' });
  place = { projectId: project.id as string, crowdSurveyId: await createCrowdSurvey(requester) };
  const bytes = await readFile(smallPhotograph());
  const photograph = { name: 'a.jpg', bytes, type: 'image/jpeg' };
  fileId = (await requester.upload(place.projectId, photograph)).body.id as string;
});
afterAll(() => platform.stop());

const setLevel = async (privacyLevel: string) => {
  expect((await requester.put(`/v2/files/${fileId}`, { privacyLevel })).status).toBe(200);
};

/** A task of an outsider, whose file is public. */
interface Scene {
  readonly outsider: Rest;
  readonly jobId: string;
  readonly claimId: string;
}

type Join = (jobId: string) => Promise<Scene>;

const outsiders: Readonly<Record<string, Join>> = {
  async guest(jobId) {
    const anonymous = createRest(platform.baseUrl, {});
    const { body } = await anonymous.post(`/v2/crowd-jobs/${jobId}/claims`, {});
    const outsider = createRest(platform.baseUrl, bearer(body.guestToken as string));
    return { outsider, jobId, claimId: body.claimId as string };
  },
  async 'member of another organization'(jobId) {
    const token = await platform.issuer.accessToken(`worker-${randomUUID()}@example.com`);
    const outsider = createRest(platform.baseUrl, bearer(token));
    const { body } = await outsider.post(`/v2/crowd-jobs/${jobId}/claims`, {});
    return { outsider, jobId, claimId: body.claimId as string };
  },
};

async function openScene(join: Join): Promise<Scene> {
  await setLevel('public');
  const order = { ...newCrowdJob(place), fileIds: [fileId], guestsAllowed: true, audience: 'everyone' };
  const { body: job } = await requester.post('/v2/crowd-jobs', order);
  const scene = await join(job.id as string);
  await eventually(async () => {
    const { body } = await scene.outsider.post(`/v2/crowd-jobs/${scene.jobId}/claims`);
    expect(findLinks(body)).not.toEqual([]);
  });
  return scene;
}

/** Lists the links to stored content in a body. */
function findLinks(body: unknown): readonly string[] {
  return JSON.stringify(body ?? null).match(/https?:[^"]*(?:X-Amz-|Signature=)[^"]*/gu) ?? [];
}

interface Outcome {
  readonly status: number;
  readonly body?: object;
  /** What happens before the file is closed. */
  readonly prepare?: (scene: Scene) => Promise<void>;
  readonly send?: object;
}

const withdrawn = { status: 410, body: { error: { code: 'GONE', details: { reason: 'withdrawn' } } } };
const unchanged: Outcome = { status: 200 };

/** The answers of the operations to an outsider whose file was closed. A new operation needs an entry. */
const outcomes: Readonly<Record<string, Outcome>> = {
  claimTask: { status: 409, body: { error: { code: 'INVALID_STATE', details: { status: 'no_tasks' } } } },
  extendClaim: withdrawn,
  submitAnswer: { ...withdrawn, send: { answers } },
  returnClaim: { status: 204 },
  createAppeal: {
    ...withdrawn,
    send: { message: 'The sign at the left was changed.' },
    async prepare({ outsider, jobId, claimId }) {
      await outsider.post(`/v2/claims/${claimId}/answers`, { answers });
      await rejectAnswer(requester, { jobId, answerId: claimId });
    },
  },
  listWorkerJobs: unchanged,
  getWorkerJob: unchanged,
  listWorkerAnswers: unchanged,
  getWorkerBalance: unchanged,
  getWorkerProfile: unchanged,
  updateWorkerProfile: { ...unchanged, send: { language: 'de' } },
};

function call({ method, path }: NamedOperation, scene: Scene, body: object | undefined): Promise<RestAnswer> {
  const { outsider, jobId, claimId } = scene;
  const values = { jobId, claimId, answerId: claimId };
  const address = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    path,
  );
  if (method === 'get') return outsider.get(address);
  if (method === 'delete') return outsider.delete(address);
  return method === 'patch' ? outsider.patch(address, body) : outsider.post(address, body);
}

describe('crowd work', () => {
  it('has an outcome for each of its operations', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(Object.keys(outcomes).sort()).toEqual(ids.sort());
  });
});

describe.each(Object.entries(outsiders))('a %s', (_name, join) => {
  it.each(Object.keys(outcomes))('gets nothing new of a closed file by %s', async (operationId) => {
    const operation = operations.find((one) => one.operationId === operationId);
    const outcome = outcomes[operationId];
    if (operation === undefined || outcome === undefined) throw new Error('the operation is unknown');
    const scene = await openScene(join);
    await outcome.prepare?.(scene);
    await setLevel(operation.method === 'get' ? 'sensitive' : 'private');
    const answer = await call(operation, scene, outcome.send);
    expect(answer).toMatchObject({ status: outcome.status, ...(outcome.body && { body: outcome.body }) });
    expect(findLinks(answer.body)).toEqual([]);
    const again = await join(scene.jobId);
    expect(again.claimId).toBeUndefined();
  });
});

it('a member of the organization works on', async () => {
  const join: Join = async (jobId) => {
    const { body } = await requester.post(`/v2/crowd-jobs/${jobId}/claims`);
    return { outsider: requester, jobId, claimId: body.claimId as string };
  };
  const { jobId, claimId } = await openScene(join);
  await setLevel('private');
  expect(findLinks((await requester.post(`/v2/crowd-jobs/${jobId}/claims`)).body)).not.toEqual([]);
  expect(findLinks((await requester.post(`/v2/claims/${claimId}/extend`)).body)).not.toEqual([]);
  expect((await requester.post(`/v2/claims/${claimId}/answers`, { answers })).status).toBe(201);
});
