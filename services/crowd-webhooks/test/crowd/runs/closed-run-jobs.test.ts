import { newId } from '@assay/chassis/ids';
import { days } from '@assay/chassis/units';
import { HoldOverdue } from '@assay/proto/billing/v1/billing_events';
import { PendingAnswers } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { JobStatus } from '@assay/proto/crowd/v1/crowd_job';
import { FileDeleted } from '@assay/proto/files/v1/file_events';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import { ResponsesRequested, RunFailed } from '@assay/proto/runs/v1/run_events';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { loseStream } from '@assay/test-kit/servers/lose-stream';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJobStore } from '../../../src/store/crowd/job-store.ts';
import { crowdStream } from '../../../src/streams.ts';
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

/** Waits for the event that tells the price of the answers. */
async function findPrice(value: ResponsesRequested): Promise<number | undefined> {
  const { closings } = await eventually(async () => {
    const published = await readPublished(parts, value);
    expect(published.closings).not.toEqual([]);
    return published;
  });
  expect(new Set(closings.map(({ id }) => id)).size).toBe(1);
  return closings[0]?.value.answersCents;
}

it('ends a decided job: free slots close, open claims are withdrawn, and the price is told once', async () => {
  const value = newRequest(parts, organizationId, { responsesWanted: 3 });
  await request(parts, value);
  await answer(parts, value);
  const call = callBy({ organizationId });
  const { claimId } = await claim(parts, call, value.crowdJobId);
  const closed = await close(parts, value);
  expect(await findPrice(value)).toBe(10);
  const counts = { available: 0, claimed: 0, accepted: 1, closed: 2 };
  expect(await readJob(parts, value)).toMatchObject({ status: JobStatus.FINISHED, counts });
  const withdrawn = { reason: 'CLAIM_WITHDRAWN', details: { reason: 'withdrawn' } };
  expect(await catchRefusal(submit(parts, call, claimId))).toMatchObject(withdrawn);
  expect(await catchRefusal(parts.work.extendClaim(call, { claimId }))).toMatchObject(withdrawn);
  expect(await catchRefusal(claim(parts, call, value.crowdJobId))).toMatchObject({ reason: 'NO_TASKS' });
  await started.publishAgain(closed);
  await started.publish(ResponsesRequested, { ...value, responsesWanted: 4 }, organizationId);
  await started.publish(RunFailed, failedRun(value), organizationId);
  await eventually(async () => expect(await readPublished(parts, value)).toMatchObject({ closings: [{}] }));
  expect(await readJob(parts, value)).toMatchObject({ status: JobStatus.FINISHED, counts });
});

function failedRun(value: ResponsesRequested): RunFailed {
  const { runId, projectId, crowdJobId } = value;
  return RunFailed.fromPartial({ runId, projectId, organizationId, crowdJobIds: [crowdJobId] });
}

it.each([
  ['decided', 'finished'],
  ['max_responses', 'finished'],
  ['expired', 'expired'],
  ['canceled', 'archived'],
])('gives a job that is closed as %s the status %s', async (reason, status) => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  await close(parts, value, reason);
  expect(await findPrice(value)).toBe(0);
  const { changes } = await readPublished(parts, value);
  expect(changes.at(-1)?.value).toMatchObject({ name: `job.${status}`, status, runId: value.runId });
});

it('ends a job by the end of its run if the close was lost', async () => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  await started.publish(RunFailed, failedRun(value), organizationId);
  expect(await findPrice(value)).toBe(0);
  expect(await readJob(parts, value)).toMatchObject({ status: JobStatus.ARCHIVED });
});

it('tells the price of a job that was closed before its request, and keeps it closed', async () => {
  const value = newRequest(parts, organizationId);
  await close(parts, value, 'canceled');
  expect(await findPrice(value)).toBe(0);
  expect(await catchRefusal(readJob(parts, value))).toMatchObject({ status: 'NOT_FOUND' });
  expect(await request(parts, value)).toMatchObject({
    status: JobStatus.ARCHIVED,
    stageSlug: 'crowd-anomaly-marking',
    counts: { available: 0 },
  });
  expect(await catchRefusal(claim(parts, callBy({ organizationId }), value.crowdJobId))).toMatchObject({
    reason: 'NO_TASKS',
  });
});

it('ends a job that a person archives', async () => {
  const value = newRequest(parts, organizationId);
  const { id: jobId } = await request(parts, value);
  await answer(parts, value);
  const pendingAnswers = PendingAnswers.LEAVE;
  await parts.jobs.archiveCrowdJob(callBy({ organizationId }), { jobId, pendingAnswers });
  expect(await findPrice(value)).toBe(10);
  expect((await readPublished(parts, value)).changes.at(-1)?.value.status).toBe('archived');
  expect(await readJob(parts, value)).toMatchObject({ counts: { available: 0, closed: 1 } });
});

it('ends a job whose file is deleted', async () => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  const { projectId, fileIds } = value;
  const deleted = FileDeleted.fromPartial({ organizationId, projectId, fileId: fileIds[0] ?? '' });
  await started.publish(FileDeleted, deleted, organizationId);
  expect(await findPrice(value)).toBe(0);
  expect(await readJob(parts, value)).toMatchObject({ status: JobStatus.ARCHIVED });
});

it('ends a job whose project is deleted, with the answers that were accepted', async () => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  await answer(parts, value);
  const deleted = { organizationId, projectId: value.projectId };
  await started.publish(ProjectDeleted, ProjectDeleted.fromPartial(deleted), organizationId);
  expect(await findPrice(value)).toBe(10);
  expect((await readPublished(parts, value)).changes.at(-1)?.value.status).toBe('archived');
});

it('accepts a submission or refuses it, and never counts a refused one', async () => {
  const value = newRequest(parts, organizationId, { responsesWanted: 4 });
  await request(parts, value);
  const workers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const call = callBy({ organizationId });
      return { call, claimId: (await claim(parts, call, value.crowdJobId)).claimId };
    }),
  );
  const closing = close(parts, value);
  const submissions = workers.map(({ call, claimId }) =>
    submit(parts, call, claimId).then(
      () => claimId,
      () => undefined,
    ),
  );
  await closing;
  const accepted = (await Promise.all(submissions)).filter((id) => id !== undefined);
  expect(await findPrice(value)).toBe(accepted.length * 10);
  await eventually(async () => {
    const { acceptances, responses } = await readPublished(parts, value);
    expect(acceptances.map(({ value: { answerId } }) => answerId).toSorted()).toEqual(accepted.toSorted());
    expect(responses).toHaveLength(accepted.length);
  });
});

it('completes an end whose process died before the task was closed', async () => {
  const value = newRequest(parts, organizationId);
  const { id } = await request(parts, value);
  await answer(parts, value);
  const store = createJobStore(started.db, { notify: () => undefined });
  await eventually(async () => {
    const job = await store.find(id);
    expect(job && (await store.update(job, { status: 'archived' }))).toBeDefined();
  });
  expect(await findPrice(value)).toBe(10);
  expect(await readJob(parts, value)).toMatchObject({ counts: { available: 0, closed: 1 } });
});

it('publishes acceptances and the price again when the money of the run is overdue', async () => {
  const value = newRequest(parts, organizationId);
  await request(parts, value);
  await answer(parts, value);
  await close(parts, value);
  await findPrice(value);
  const published = await eventually(async () => {
    const found = await readPublished(parts, value);
    expect(found.acceptances).toHaveLength(1);
    return found;
  });
  await loseStream(started.events, crowdStream);
  const overdue = HoldOverdue.fromPartial({ organizationId, runId: value.runId });
  await started.publish(HoldOverdue, overdue, organizationId);
  await eventually(async () => {
    const { acceptances, closings } = await readPublished(parts, value);
    expect([acceptances, closings]).toEqual([published.acceptances, published.closings]);
  });
});

it('ends a job whose time has passed while all its slots are taken', async () => {
  const value = newRequest(parts, organizationId, { responsesWanted: 1 });
  await request(parts, value);
  await answer(parts, value);
  started.clock.advance(days(7) + 1);
  expect(await findPrice(value)).toBe(10);
  expect(await readJob(parts, value)).toMatchObject({ status: JobStatus.EXPIRED });
  expect((await readPublished(parts, value)).changes.at(-1)?.value).toMatchObject({
    name: 'job.expired',
    runId: value.runId,
  });
});
