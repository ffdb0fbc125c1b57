import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { acceptAnswer } from '../../src/domain/crowd/answer/accept-answer.ts';
import { completeInterrupted } from '../../src/domain/crowd/answer/sweep-answers.ts';
import { claimTask } from '../../src/domain/crowd/claim/claim-task.ts';
import { extendJob } from '../../src/domain/crowd/job/extend-job.ts';
import { readJob } from '../../src/domain/crowd/job/get-job.ts';
import type { Job } from '../../src/domain/crowd/job/job.ts';
import { createSettling } from '../../src/domain/crowd/job/sweep-jobs.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import type { CrowdParts } from './parts.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from './parts.ts';
import { findReason, submit, work } from './work.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  // Without a worker, whose sweeps would be faster than the test.
  started = await start([], { ROLES: 'api,relay' });
  parts = createCrowdParts(started, ['one', 'two']);
  call = receiveCall(started);
});
afterAll(() => started.stop());

const died = () => Promise.reject(new Error('the process died'));
const later = () => {
  started.clock.advance(6_000);
};
const read = async (job: Job) => readJob(parts, (await parts.jobs.find(job.id)) ?? job);

describe('after the death of a process', () => {
  it.each([
    ['before the task has the answer', () => ({ ...parts, tasks: { ...parts.tasks, replace: died } })],
    ['before the answer is shown', () => ({ ...parts, answers: { ...parts.answers, update: died } })],
  ])('%s, the submission is completed', async (_name, kill) => {
    const { job } = await newJob(parts, call);
    const ann = callAs(call, 'ann');
    const { claim } = await claimTask(parts, ann, { jobId: job.id, guestName: undefined });
    expect(await findReason(submit(kill(), ann, claim.id))).toContain('died');
    expect((await parts.answers.list({ jobId: job.id }, { limit: 10, offset: 0 })).items).toEqual([]);
    later();
    await completeInterrupted(parts);
    expect(await parts.answers.find(claim.id)).toMatchObject({ status: 'pending_review' });
    expect((await read(job)).counts).toMatchObject({ pendingReview: 1, claimed: 0 });
    const worker = await parts.workers.findPerson(call.organizationId, 'user:ann');
    expect(worker?.completedTasks).toBeGreaterThan(0);
  });

  it('between the answer and the task, the review is completed', async () => {
    const { job } = await newJob(parts, call);
    const answer = await work(parts, call, { jobId: job.id, worker: 'ann' });
    const dying = { ...parts, tasks: { ...parts.tasks, replace: died } };
    const path = { jobId: job.id, answerId: answer.id, note: undefined };
    expect(await findReason(acceptAnswer(dying, call, path))).toContain('died');
    later();
    await completeInterrupted(parts);
    expect((await read(job)).counts).toMatchObject({ accepted: 1, pendingReview: 0 });
    await completeInterrupted(parts);
    expect((await read(job)).counts).toMatchObject({ accepted: 1, pendingReview: 0 });
  });

  it('between the job and its tasks, the extension is completed', async () => {
    const { job } = await newJob(parts, call);
    const dying = { ...parts, tasks: { ...parts.tasks, replace: died } };
    const extension = { jobId: job.id, additionalRepetitions: 2, validUntil: undefined };
    expect(await findReason(extendJob(dying, call, extension))).toContain('died');
    const settle = createSettling(parts);
    await settle();
    expect((await read(job)).counts).toMatchObject({ available: 6 });
    await settle();
    expect((await read(job)).counts).toMatchObject({ available: 6 });
  });
});
