import type { CallContext } from '@assay/chassis/call-context';
import { days } from '@assay/chassis/units';
import { AppealDecision, AppealsServiceService } from '@assay/proto/crowd/v1/appeals_service';
import { AppealStatus } from '@assay/proto/crowd/v1/work';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptAnswer } from '../../src/domain/crowd/answer/accept-answer.ts';
import { undoRejection } from '../../src/domain/crowd/answer/undo-rejection.ts';
import { createAppeal } from '../../src/domain/crowd/appeal/create-appeal.ts';
import { resolveAppeal } from '../../src/domain/crowd/appeal/resolve-appeal.ts';
import { readJob } from '../../src/domain/crowd/job/get-job.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from './parts.ts';
import type { CrowdParts } from './parts.ts';
import { answerTask, rejectedAnswer } from './review-parts.ts';

let started: Started;
let parts: CrowdParts;
const opened: { close(): void }[] = [];
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started, ['item']);
});
afterAll(async () => {
  for (const channel of opened) channel.close();
  await started.stop();
});

function openClients() {
  const channel = started.platform.connect(started.service.grpcAddress);
  opened.push(channel);
  return { appeals: channel.client(AppealsServiceService), work: channel.client(WorkServiceService) };
}

const message = 'The sign at the left was changed.';
const note = 'The worker is right.';

/** Makes a job with one slot, a rejected answer, and its appeal. */
async function appealed() {
  const call = receiveCall(started);
  const { job } = await newJob(parts, call);
  const { id: answerId } = await rejectedAnswer(parts, call, job.id);
  const appeal = await createAppeal(parts, callAs(call, 'worker'), { answerId, message });
  return { call, job, answerId, appealId: appeal.id };
}

const readAnswer = async (answerId: string) => {
  const answer = await parts.answers.find(answerId);
  if (answer === undefined) throw new Error('the answer is missing');
  return answer;
};

async function readCounts(jobId: string) {
  const job = await parts.jobs.find(jobId);
  if (job === undefined) throw new Error('the job is missing');
  return (await readJob(parts, job)).counts;
}

const asUser = (call: CallContext, userId: string) => callBy({ organizationId: call.organizationId, userId });

describe('an appeal', () => {
  it('is made once, by the worker of a rejected answer, within seven days', async () => {
    const { appeals, work } = openClients();
    const call = receiveCall(started);
    const { job } = await newJob(parts, call, { maxRepetitions: 2 });
    const rejected = await rejectedAnswer(parts, call, job.id);
    const pending = await answerTask(parts, callAs(call, 'another'), job.id);
    const worker = asUser(call, 'worker');
    const answerId = rejected.id;
    const other = asUser(call, 'another');
    const foreign = await catchRefusal(appeals.createAppeal(other, { answerId, message }));
    const unknown = await catchRefusal(appeals.createAppeal(worker, { answerId: 'unknown', message }));
    expect(foreign).toEqual(unknown);
    expect(foreign.status).toBe('NOT_FOUND');
    const early = await catchRefusal(appeals.createAppeal(other, { answerId: pending.id, message }));
    expect(early).toMatchObject({ reason: 'ANSWER_STATE', details: { state: 'pending_review' } });
    const page = { jobId: '', limit: 10, offset: 0, cursor: undefined };
    const appealableUntil = new Date((rejected.review?.reviewedAt.getTime() ?? 0) + days(7));
    expect((await work.listWorkerAnswers(worker, page)).answers).toMatchObject([{ appealableUntil }]);
    expect((await work.listWorkerAnswers(other, page)).answers[0]?.appealableUntil).toBeUndefined();
    const { appeal } = await appeals.createAppeal(worker, { answerId, message });
    expect(appeal).toMatchObject({ status: AppealStatus.OPEN });
    const again = await catchRefusal(appeals.createAppeal(worker, { answerId, message }));
    expect(again.reason).toBe('APPEAL_EXISTS');
    const own = await work.listWorkerAnswers(worker, page);
    expect(own.answers).toMatchObject([
      { id: answerId, appeal: { id: appeal?.id, status: AppealStatus.OPEN }, appealableUntil: undefined },
    ]);
  });

  it('is refused after seven days', async () => {
    const call = receiveCall(started);
    const { job } = await newJob(parts, call);
    const { id: answerId } = await rejectedAnswer(parts, call, job.id);
    const later = { ...parts, clock: { now: () => new Date(parts.clock.now().getTime() + days(7) + 1) } };
    const appeal = catchRefusal(createAppeal(later, callAs(call, 'worker'), { answerId, message }));
    expect((await appeal).reason).toBe('APPEAL_EXPIRED');
  });

  it('is decided by a third person, once, and seen by requesters of the organization', async () => {
    const { appeals } = openClients();
    const { call, job, answerId, appealId } = await appealed();
    const decision = { appealId, decision: AppealDecision.UPHELD, note };
    for (const userId of ['worker', 'rejecter']) {
      const refused = await catchRefusal(appeals.resolveAppeal(asUser(call, userId), decision));
      expect(refused).toMatchObject({ status: 'PERMISSION_DENIED', reason: 'APPEAL_PARTY' });
    }
    expect((await catchRefusal(appeals.resolveAppeal(callBy(), decision))).status).toBe('NOT_FOUND');
    const third = asUser(call, 'third');
    for (let time = 0; time < 2; time += 1) {
      const { appeal } = await appeals.resolveAppeal(third, decision);
      expect(appeal).toMatchObject({ answerId, status: AppealStatus.UPHELD, resolvedById: 'third', note });
    }
    const overturn = { ...decision, decision: AppealDecision.OVERTURNED };
    const refused = await catchRefusal(appeals.resolveAppeal(third, overturn));
    expect(refused).toMatchObject({ reason: 'APPEAL_STATE', details: { state: 'upheld' } });
    expect((await readAnswer(answerId)).status).toBe('rejected');
    const query = { jobId: job.id, limit: 10, offset: 0, cursor: '' };
    const list = async (status: AppealStatus) =>
      (await appeals.listAppeals(third, { ...query, status })).appeals.map(({ id }) => id);
    expect(await list(AppealStatus.UNSPECIFIED)).toEqual([appealId]);
    expect(await list(AppealStatus.UPHELD)).toEqual([appealId]);
    expect(await list(AppealStatus.OPEN)).toEqual([]);
    const foreign = catchRefusal(appeals.listAppeals(callBy(), { ...query, status: AppealStatus.OPEN }));
    expect((await foreign).status).toBe('NOT_FOUND');
  });

  it('that is overturned accepts and pays the answer like a review', async () => {
    const { call, job, answerId, appealId } = await appealed();
    const third = callAs(call, 'third');
    for (let time = 0; time < 2; time += 1) {
      await resolveAppeal(parts, third, { appealId, decision: 'overturned', note });
    }
    const answer = await readAnswer(answerId);
    expect(answer).toMatchObject({
      status: 'accepted',
      autoAccepted: false,
      appeal: { status: 'overturned' },
    });
    expect(answer.review).toMatchObject({ reviewedBy: 'third', note, isSelfReview: false });
    expect(await readCounts(job.id)).toMatchObject({ accepted: 1, rejected: 0, available: 0 });
    expect((await parts.jobs.find(job.id))?.status).toBe('finished');
    expect(parts.holds.filter(({ jobId }) => jobId === job.id)).toHaveLength(1);
  });

  it('that is overturned gets one more slot, with its money, when another worker has its slot', async () => {
    const { call, job, answerId, appealId } = await appealed();
    await answerTask(parts, callAs(call, 'another'), job.id);
    const broke = {
      ...parts,
      billing: { ...parts.billing, raiseHold: () => Promise.reject(new Error('no money')) },
    };
    const third = callAs(call, 'third');
    const decision = { appealId, decision: 'overturned', note } as const;
    await expect(resolveAppeal(broke, third, decision)).rejects.toThrow('no money');
    expect(await readAnswer(answerId)).toMatchObject({ status: 'rejected', appeal: { status: 'open' } });
    expect(await readCounts(job.id)).toMatchObject({ accepted: 0, pendingReview: 1, rejected: 1 });
    await resolveAppeal(parts, third, decision);
    expect(await readCounts(job.id)).toMatchObject({
      accepted: 1,
      pendingReview: 1,
      rejected: 0,
      available: 0,
    });
    expect(parts.holds.filter(({ jobId }) => jobId === job.id).map(({ cents }) => cents)).toEqual([12, 12]);
  });

  it('is overturned when the rejection is undone', async () => {
    const { call, job, answerId, appealId } = await appealed();
    await undoRejection(parts, callAs(call, 'rejecter'), { jobId: job.id, answerId, reason: 'By mistake.' });
    const { status, appeal } = await readAnswer(answerId);
    expect([status, appeal?.status, appeal?.resolution]).toMatchObject([
      ...['pending_review', 'overturned'],
      { resolvedBy: 'rejecter', note: 'By mistake.' },
    ]);
    const late = resolveAppeal(parts, callAs(call, 'third'), { appealId, decision: 'upheld', note });
    expect((await catchRefusal(late)).reason).toBe('APPEAL_STATE');
  });
});

it('of decisions, an undo and an acceptance at once, one wins, and the slots follow it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { call, job, answerId, appealId } = await appealed();
    const path = { jobId: job.id, answerId };
    const third = callAs(call, 'third');
    await Promise.allSettled([
      resolveAppeal(parts, third, { appealId, decision: 'overturned', note }),
      resolveAppeal(parts, callAs(call, 'fourth'), { appealId, decision: 'upheld', note }),
      undoRejection(parts, callAs(call, 'rejecter'), { ...path, reason: 'By mistake.' }),
      acceptAnswer(parts, third, { ...path, note: undefined }),
    ]);
    const { status, appeal, syncAt } = (await readAnswer(answerId)) as { syncAt?: Date } & Awaited<
      ReturnType<typeof readAnswer>
    >;
    expect(syncAt).toBeUndefined();
    // A rejection that was upheld can still be undone, so that the answer may have each state.
    const states = status === 'rejected' ? ['upheld'] : ['upheld', 'overturned'];
    expect(states).toContain(appeal?.status);
    const counts = await readCounts(job.id);
    const [accepted, pendingReview, rejected] = ['accepted', 'pending_review', 'rejected'].map((state) =>
      Number(state === status),
    );
    expect(counts).toMatchObject({ accepted, pendingReview, rejected });
  }
});
