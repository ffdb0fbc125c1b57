import { expect, it } from 'vitest';
import { createApi, writePath } from './calls.ts';
import type { ApiRequest } from './calls.ts';

const sent: ApiRequest[] = [];
const api = createApi((request) => {
  sent.push(request);
  return Promise.resolve({ id: 'job' });
});

it('sends method, path, body and idempotency key of an operation', async () => {
  const body = { additionalRepetitions: 2 };
  const job = await api.extendCrowdJob({ jobId: 'a/b', body, idempotencyKey: 'once' });
  expect(job.id).toBe('job');
  expect(sent.splice(0)).toEqual([
    {
      method: 'POST',
      path: '/v2/crowd-jobs/a%2Fb/extend',
      body,
      headers: { 'idempotency-key': 'once' },
    },
  ]);
});

it('sends neither body nor key nor query without input', async () => {
  await api.getCurrentUser();
  expect(sent.splice(0)).toEqual([{ method: 'GET', path: '/v2/users/me', body: undefined }]);
});

it('writes parameters into the query, also empty ones, and leaves out those that are undefined', () => {
  const place = { projectId: 'one', limit: 20, cursor: '', status: undefined };
  expect(writePath('listCrowdJobs', place)).toBe('/v2/crowd-jobs?projectId=one&limit=20&cursor=');
});
