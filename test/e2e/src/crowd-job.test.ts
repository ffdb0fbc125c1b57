import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { createRest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { expect, it } from 'vitest';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import { afterAll, beforeAll } from 'vitest';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';

let platform: SharedPlatform;
beforeAll(async () => {
  platform = await joinPlatform();
});
afterAll(() => platform.stop());

const waiting = { timeout: 30_000 };

it('a job is created, worked on, reviewed and paid', async () => {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const balance = async () => (await rest.get('/v2/organizations')).body.data[0];
  const { body: project } = await rest.post('/v2/projects', { name: 'Harbour' });
  const { body: file } = await rest.upload(project.id, samplePhotograph());
  await awaitEnrichment(rest, file.id);
  const { body: template } = await rest.post('/v2/survey-templates', { name: 'Changed?', language: 'en' });
  const { body: survey } = await rest.post(`/v2/survey-templates/${template.id}/versions`, {
    title: 'Changed photographs',
    questions: [
      { key: 'changed', type: 'boolean', label: 'Was something changed?', required: true },
      { key: 'place', type: 'region', label: 'Where?', showIf: { questionKey: 'changed', equals: true } },
    ],
  });
  const order = {
    projectId: project.id,
    name: 'Test',
    title: 'Changed?',
    description: 'Look at the photograph.',
    surveyTemplateVersionId: survey.id,
    fileIds: [file.id],
    maxRepetitionsPerVariant: 2,
    rewardCents: 10,
  };
  const estimate = await rest.post('/v2/crowd-jobs/estimate', order);
  expect([estimate.status, estimate.body]).toMatchObject([
    200,
    { maxCents: 24, feeCents: 4, sufficient: true },
  ]);
  const refused = await rest.post('/v2/crowd-jobs', { ...order, maxCostCents: 23 });
  expect([refused.status, refused.body.error.code]).toEqual([402, 'PAYMENT_REQUIRED']);
  const before = await balance();
  const { body: earned } = await rest.get('/v2/worker/balance');
  const { status, body: job } = await rest.post('/v2/crowd-jobs', order);
  expect([status, job]).toMatchObject([
    201,
    { status: 'assignable', maxSlots: 2, heldCents: 24, spentCents: 0 },
  ]);
  const claim = await rest.post(`/v2/crowd-jobs/${job.id}/claims`);
  expect([claim.status, claim.body]).toMatchObject([
    201,
    { files: [{ fileId: file.id, mimeType: 'image/jpeg' }] },
  ]);
  expect((await fetch(claim.body.fileUrls[0])).status).toBe(200);
  const again = await rest.post(`/v2/crowd-jobs/${job.id}/claims`);
  expect([again.status, again.body.claimId]).toEqual([200, claim.body.claimId]);
  const region = { fileId: file.id, x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
  const answers = [
    { questionKey: 'changed', value: true },
    { questionKey: 'place', value: [region] },
  ];
  const path = `/v2/claims/${claim.body.claimId}/answers`;
  expect((await rest.post(path, { answers: [] })).body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
  const submitted = await rest.post(path, { answers });
  expect([submitted.status, submitted.body]).toMatchObject([
    201,
    { status: 'pending_review', rewardCents: 10 },
  ]);
  expect((await rest.post(path, { answers: [] })).status).toBe(200);
  const { body: none } = await rest.post(`/v2/crowd-jobs/${job.id}/claims`);
  expect(none.error).toMatchObject({ code: 'INVALID_STATE', details: { status: 'no_tasks' } });
  const listed = await rest.get(`/v2/crowd-jobs/${job.id}/answers`);
  const exported = await rest.get(`/v2/crowd-jobs/${job.id}/answers/export`);
  expect(exported.body).toEqual(listed.body.data);
  const answer = `/v2/crowd-jobs/${job.id}/answers/${submitted.body.id}`;
  expect((await rest.get(answer)).body).toMatchObject({ regions: [{ ...region, questionKey: 'place' }] });
  expect((await rest.post(`${answer}/accept`)).body).toMatchObject({
    status: 'accepted',
    selfReviewed: true,
  });
  expect((await rest.post(`/v2/crowd-jobs/${job.id}/archive`)).body).toMatchObject({
    status: 'archived',
    heldCents: 0,
    spentCents: 12,
    counts: { accepted: 1, closed: 1, available: 0 },
  });
  const ledger = `/v2/organizations/${before.id}/billing/ledger?jobId=${job.id}`;
  const list = async () => {
    const { data } = (await rest.get(ledger)).body;
    return data.map((row: { type: string; amountCents: number }) => [row.type, row.amountCents]).sort();
  };
  await expect.poll(list, waiting).toEqual([
    ['charge', 12],
    ['hold', 24],
    ['release', 12],
  ]);
  // The person may have worked for other organizations before.
  const earnedCents = (earned.earnedCents as number) + 10;
  expect((await rest.get('/v2/worker/balance')).body).toMatchObject({ ...earned, earnedCents });
});
