import { newId } from '@assay/chassis/ids';
import { ResponsesRequested } from '@assay/proto/runs/v1/run_events';
import {
  ExtendCrowdJobRequest,
  ListCrowdJobsRequest,
  UpdateCrowdJobRequest,
} from '@assay/proto/crowd/v1/crowd_jobs_service';
import { ListWorkerJobsRequest } from '@assay/proto/crowd/v1/work_service';
import { RejectionCategory } from '@assay/proto/crowd/v1/crowd_answer';
import { Audience, JobStatus } from '@assay/proto/crowd/v1/crowd_job';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAnswerStore } from '../../../src/store/crowd/answer-store.ts';
import { createJobStore } from '../../../src/store/crowd/job-store.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import {
  answer,
  claim,
  close,
  createRunParts,
  newRequest,
  readJob,
  readPublished,
  request,
  submit,
} from './run-parts.ts';
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

it('makes one job of a stage, however often its request comes', async () => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  await started.publish(ResponsesRequested, value, organizationId);
  const again = newRequest(parts, organizationId);
  await request(parts, again);
  expect(await readJob(parts, value)).toMatchObject({
    id: value.crowdJobId,
    projectId: value.projectId,
    runId: value.runId,
    stageSlug: 'crowd-anomaly-marking',
    createdById: undefined,
    status: JobStatus.ASSIGNABLE,
    rewardCents: 8,
    estimatedCostCents: 40,
    heldCents: 0,
    autoAcceptHours: 0,
    maxSlots: 2,
    consensusThreshold: 0.7,
    validUntil: value.terms?.validUntil,
    counts: { available: 2, unopened: 0 },
  });
  const query = ListCrowdJobsRequest.fromPartial({ projectId: value.projectId, limit: 20 });
  const { jobs } = await parts.jobs.listCrowdJobs(callBy({ organizationId }), query);
  expect(jobs).toHaveLength(1);
  const { changes } = await readPublished(parts, value);
  expect(changes.map(({ value: { name, runId, stageSlug } }) => ({ name, runId, stageSlug }))).toEqual([
    { name: 'job.created', runId: value.runId, stageSlug: 'crowd-anomaly-marking' },
  ]);
});

it('opens the slots that a later request needs, and never fewer', async () => {
  const value = newRequest(parts, organizationId);
  await request(parts, { ...value, responsesWanted: 3 });
  await started.publish(ResponsesRequested, value, organizationId);
  await started.publish(ResponsesRequested, { ...value, responsesWanted: 9 }, organizationId);
  // The stage asks at most four people.
  await eventually(async () => expect(await readJob(parts, value)).toMatchObject({ maxSlots: 4 }));
  expect(await readJob(parts, value)).toMatchObject({ counts: { available: 4, closed: 0 } });
});

it('waits for the run when all slots are answered', async () => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  await answer(parts, value);
  await answer(parts, value);
  expect(await readJob(parts, value)).toMatchObject({
    status: JobStatus.NO_TASKS,
    spentCents: 20,
    heldCents: 0,
  });
  await started.publish(ResponsesRequested, { ...value, responsesWanted: 3 }, organizationId);
  await eventually(async () =>
    expect(await readJob(parts, value)).toMatchObject({ status: JobStatus.ASSIGNABLE }),
  );
});

it('accepts each answer at once, and publishes its content and its price', async () => {
  const value = newRequest(parts, organizationId, {}, { holdId: 'hold' });
  await request(parts, value);
  const area = { fileId: value.fileIds[0], x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
  const values = { changed: 'yes', where: [area], reason: 'The shadow is missing.' };
  const answerId = await answer(parts, value, values);
  await eventually(async () => {
    const { responses, acceptances } = await readPublished(parts, value);
    expect([responses.length, acceptances.length]).toEqual([1, 1]);
  });
  const { responses, acceptances } = await readPublished(parts, value);
  expect(responses[0]?.value).toMatchObject({
    responseId: answerId,
    runId: value.runId,
    stageId: value.stageId,
    crowdJobId: value.crowdJobId,
    value: 'yes',
    goldCorrect: 0,
    goldTotal: 0,
    areas: [area],
    texts: { reason: 'The shadow is missing.' },
  });
  expect(acceptances[0]?.value).toMatchObject({
    answerId,
    chargeCents: 10,
    runId: value.runId,
    stageSlug: 'crowd-anomaly-marking',
    holdId: 'hold',
    reviewedById: undefined,
    workerId: responses[0]?.value.workerId,
  });
});

it('shows workers nothing of the run', async () => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  const call = callBy({ organizationId });
  const list = await parts.work.listWorkerJobs(call, ListWorkerJobsRequest.fromPartial({ limit: 100 }));
  const claimed = await claim(parts, call, value.crowdJobId);
  const submitted = await submit(parts, call, claimed.claimId);
  const shown = JSON.stringify([list.jobs.filter(({ id }) => id === value.crowdJobId), claimed, submitted]);
  expect(shown).toContain('A flood in the city');
  for (const hidden of [
    value.runId,
    value.stageId,
    'crowd-anomaly-marking',
    'image-expert-review',
    'truth',
  ]) {
    expect(shown).not.toContain(hidden);
  }
});

it('lets the run decide about its job: changes and rejections are refused', async () => {
  const value = newRequest(parts, organizationId);
  const { id: jobId } = await request(parts, value);
  const answerId = await answer(parts, value);
  const call = callBy({ organizationId });
  const rejection = {
    rejectionCategory: RejectionCategory.OTHER,
    rejectionReason: 'It does not fit the image.',
  };
  const refused = [
    parts.jobs.updateCrowdJob(call, UpdateCrowdJobRequest.fromPartial({ jobId, title: 'Other' })),
    parts.jobs.pauseCrowdJob(call, { jobId }),
    parts.jobs.resumeCrowdJob(call, { jobId }),
    parts.jobs.extendCrowdJob(call, ExtendCrowdJobRequest.fromPartial({ jobId, additionalRepetitions: 1 })),
    parts.answers.rejectCrowdAnswer(call, { jobId, answerId, ...rejection }),
  ];
  for (const refusal of await Promise.all(refused.map(catchRefusal))) {
    expect(refusal).toMatchObject({ status: 'FAILED_PRECONDITION', reason: 'JOB_STATE' });
  }
  const accepted = await parts.answers.acceptCrowdAnswer(call, {
    jobId,
    answerId,
    acceptanceNote: undefined,
  });
  expect(accepted.answer?.reviewedById).toBeUndefined();
});

it('ends at once where the file is gone before the job was made', async () => {
  const value = newRequest(parts, organizationId);
  for (const id of value.fileIds) started.shown.missingFiles.add(id);
  expect(await request(parts, value)).toMatchObject({ status: JobStatus.ARCHIVED });
  await eventually(async () => {
    const { changes, closings } = await readPublished(parts, value);
    expect(changes.map(({ value: { name, status } }) => [name, status])).toEqual([
      ['job.archived', 'archived'],
    ]);
    expect(closings.map(({ value: { answersCents } }) => answersCents)).toEqual([0]);
  });
});

it('publishes responses, acceptances and ends again under their first ids', async () => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  const since = started.clock.now();
  await answer(parts, value);
  await close(parts, value);
  const published = await eventually(async () => {
    const found = await readPublished(parts, value);
    expect([found.responses, found.acceptances, found.closings].map(({ length }) => length)).toEqual([
      1, 1, 1,
    ]);
    return found;
  });
  const silent = { notify: () => undefined };
  const again = [
    ...(await Array.fromAsync(createJobStore(started.db, silent).listEvents(since))),
    ...(await Array.fromAsync(createAnswerStore(started.db, silent).listEvents(since))),
  ].map(({ id }) => id);
  const { responses, acceptances, closings } = published;
  for (const { id } of [...responses, ...acceptances, ...closings]) expect(again).toContain(id);
});

it('shows outsiders the file only while it is public, and charges nothing for a withdrawn claim', async () => {
  const value = newRequest(parts, organizationId, {}, { audience: Audience.EVERYONE });
  await request(parts, value);
  const outsider = callBy();
  const { claimId } = await claim(parts, outsider, value.crowdJobId);
  for (const id of value.fileIds) started.shown.privateFiles.add(id);
  expect(await catchRefusal(submit(parts, outsider, claimId))).toMatchObject({ reason: 'CLAIM_WITHDRAWN' });
  expect(await catchRefusal(claim(parts, outsider, value.crowdJobId))).toMatchObject({ reason: 'NO_TASKS' });
  await answer(parts, value);
  expect(await readJob(parts, value)).toMatchObject({
    spentCents: 10,
    counts: { available: 1, accepted: 1 },
  });
});
