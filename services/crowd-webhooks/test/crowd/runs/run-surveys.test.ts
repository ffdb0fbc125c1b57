import { newId } from '@assay/chassis/ids';
import { SurveyTemplatesServiceService } from '@assay/proto/crowd/v1/survey_templates_service';
import { UpdateWorkerProfileRequest } from '@assay/proto/crowd/v1/worker_profiles_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBuiltInSurvey } from '../../../src/domain/crowd/survey/built-in/built-in-surveys.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { claim, createRunParts, newRequest, request, submit } from './run-parts.ts';
import type { RunParts } from './run-parts.ts';

let started: Started;
let parts: RunParts;
beforeAll(async () => {
  started = await start([]);
  parts = createRunParts(started);
});
afterAll(async () => {
  parts.close();
  await started.stop();
});

const organizationId = newId();
const texts = { claim_text: 'Rain in Rome', claimed_source: 'The Daily' };

const newSourceCheck = () =>
  newRequest(parts, organizationId, { stageSlug: 'crowd-source-check', texts, responsesWanted: 4 });

it.each([
  ['de', 'Wurde dieses Bild verändert?'],
  ['fr', 'Cette image a-t-elle été modifiée ?'],
  ['es', '¿Se modificó esta imagen?'],
  ['ar', 'هل عُدِّلت هذه الصورة؟'],
  ['pl', 'Was this image changed?'],
])('are shown in the language of the worker: %s', async (language, title) => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  const call = callBy({ organizationId });
  const change = UpdateWorkerProfileRequest.fromPartial({ language, updateMask: ['language'] });
  await started.workerProfiles.updateWorkerProfile(call, change);
  const { survey } = await claim(parts, call, value.crowdJobId);
  expect(survey).toMatchObject({ title, language });
  expect(survey?.introduction).toContain('A flood in the city');
  expect(survey?.questions[0]?.options.map(({ value: option }) => option)).toEqual([
    'yes',
    'no',
    'cannot_tell',
  ]);
  const { job } = await parts.work.getWorkerJob(call, { jobId: value.crowdJobId });
  expect(job?.title).toBe(title);
});

it('leave out the texts that a run does not have', async () => {
  const value = newRequest(parts, organizationId, { texts: {} });
  await request(parts, value);
  const { survey } = await claim(parts, callBy({ organizationId }), value.crowdJobId);
  expect(survey?.introduction).not.toContain('{{');
});

it('ask for the source unless the worker cannot tell', async () => {
  const value = newSourceCheck();
  await request(parts, value);
  const call = callBy({ organizationId });
  const claimed = await claim(parts, call, value.crowdJobId);
  expect(claimed.survey?.introduction).toContain('Rain in Rome');
  expect(claimed.survey?.introduction).toContain('The Daily');
  const send = (values: Readonly<Record<string, unknown>>) => submit(parts, call, claimed.claimId, values);
  const source = { details: { field: 'answers.source' } };
  expect(await catchRefusal(send({ bears_out: 'supported' }))).toMatchObject(source);
  expect(await catchRefusal(send({ bears_out: 'contradicted' }))).toMatchObject(source);
  expect(await catchRefusal(send({ bears_out: 'cannot_tell', source: 'x' }))).toMatchObject(source);
  expect(
    await send({ bears_out: 'contradicted', source: 'https://example.org', note: 'Old.' }),
  ).toBeDefined();
});

it('need a marked area where the image was changed', async () => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  const call = callBy({ organizationId });
  const { claimId } = await claim(parts, call, value.crowdJobId);
  const field = { details: { field: 'answers.where' } };
  expect(await catchRefusal(submit(parts, call, claimId, { changed: 'yes' }))).toMatchObject(field);
});

it('are readable by the version of the job, in no list of templates, and of no use for other jobs', async () => {
  const value = newSourceCheck();
  const { surveyTemplateVersionId: surveyVersionId } = await request(parts, value);
  const { templateId = '' } = findBuiltInSurvey(surveyVersionId, 'en') ?? {};
  const channel = started.platform.connect(started.service.grpcAddress);
  const templates = channel.client(SurveyTemplatesServiceService);
  const call = callBy({ organizationId });
  const { version } = await templates.getSurveyVersion(call, { templateId, surveyVersionId });
  expect(version).toMatchObject({ id: surveyVersionId, versionNumber: 1 });
  expect(version?.questions.map(({ key }) => key)).toEqual(['bears_out', 'source', 'note']);
  const list = await templates.listSurveyTemplates(call, { projectId: '', limit: 20, offset: 0, cursor: '' });
  expect(list.templates).toEqual([]);
  expect(await catchRefusal(templates.getSurveyTemplate(call, { templateId }))).toMatchObject({
    status: 'NOT_FOUND',
  });
  channel.close();
});
