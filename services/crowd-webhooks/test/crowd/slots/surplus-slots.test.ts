import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { rejectAnswer } from '../../../src/domain/crowd/answer/reject-answer.ts';
import { undoRejection } from '../../../src/domain/crowd/answer/undo-rejection.ts';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { returnClaim } from '../../../src/domain/crowd/claim/end-claim.ts';
import { extendJob } from '../../../src/domain/crowd/job/extend-job.ts';
import { readJob } from '../../../src/domain/crowd/job/get-job.ts';
import { countMoney } from '../../../src/domain/crowd/job/job.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import type { CrowdParts } from '../parts.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from '../parts.ts';
import { rejectedAnswer } from '../review-parts.ts';
import { work } from '../work.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started, ['one']);
  call = receiveCall(started);
});
afterAll(() => started.stop());

const dayMs = 86_400_000;
const rejection = { category: 'low_effort', reason: 'The answer does not fit the photograph.' } as const;

async function read(jobId: string) {
  const current = await parts.jobs.find(jobId);
  if (current === undefined) throw new Error('the job is gone');
  const found = await readJob(parts, current);
  return { ...found, ...countMoney(found), status: found.job.status };
}

/** Creates a job with one slot, and a rejected answer to it. */
async function begin() {
  const { job } = await newJob(parts, call, { autoAcceptHours: 720 });
  const { id: answerId } = await rejectedAnswer(parts, call, job.id);
  const undo = () => undoRejection(parts, call, { jobId: job.id, answerId, reason: 'It fits.' });
  const rejectAgain = () => rejectAnswer(parts, call, { jobId: job.id, answerId, ...rejection });
  return { jobId: job.id, undo, rejectAgain };
}

// C25 and C76: the undone answer is one more than the slots of the job. When it is gone, the job has all its answers.
it('closes the slot that an undone rejection added when the answer is rejected again', async () => {
  const { jobId, undo, rejectAgain } = await begin();
  await work(parts, call, { jobId, worker: 'other' });
  await undo();
  expect(await read(jobId)).toMatchObject({ heldCents: 24, counts: { pendingReview: 2, available: 0 } });
  await rejectAgain();
  expect(await read(jobId)).toMatchObject({
    status: 'finished',
    heldCents: 12,
    counts: { pendingReview: 1, rejected: 1, available: 0, closed: 1 },
  });
});

it('closes it when the other worker returns the task', async () => {
  const { jobId, undo } = await begin();
  const other = callAs(call, 'other');
  const { claim } = await claimTask(parts, other, { jobId, guestName: undefined });
  await undo();
  await returnClaim(parts, other, claim.id);
  expect(await read(jobId)).toMatchObject({
    status: 'finished',
    heldCents: 12,
    counts: { pendingReview: 1, returned: 1, available: 0, closed: 1 },
  });
});

it('keeps all slots of a later extension', async () => {
  const { jobId, undo, rejectAgain } = await begin();
  await work(parts, call, { jobId, worker: 'other' });
  await undo();
  await extendJob(parts, call, { jobId, additionalRepetitions: 1, validUntil: undefined });
  await rejectAgain();
  expect(await read(jobId)).toMatchObject({
    status: 'assignable',
    heldCents: 36,
    counts: { pendingReview: 1, rejected: 1, available: 2, closed: 0 },
  });
});

it('gives an undone rejection a slot that was not opened yet before it adds one', async () => {
  const terms = { maxRepetitions: 3, minResponses: 1, consensusThreshold: 0.95, autoAcceptHours: 720 };
  const { job } = await newJob(parts, call, terms);
  const { id: answerId } = await rejectedAnswer(parts, call, job.id);
  for (const worker of ['ann', 'bob'])
    await claimTask(parts, callAs(call, worker), { jobId: job.id, guestName: undefined });
  expect(await read(job.id)).toMatchObject({ counts: { available: 0, unopened: 1, claimed: 2 } });
  const { holds } = parts;
  const before = holds.length;
  await undoRejection(parts, call, { jobId: job.id, answerId, reason: 'It fits.' });
  expect(holds).toHaveLength(before);
  expect(await read(job.id)).toMatchObject({ heldCents: 36, counts: { unopened: 0, pendingReview: 1 } });
});

it('closes the slots that are not needed when an undone rejection makes the answers agree', async () => {
  const terms = { maxRepetitions: 3, minResponses: 1, consensusThreshold: 0.6, autoAcceptHours: 720 };
  const { job } = await newJob(parts, call, terms);
  const { id: answerId } = await rejectedAnswer(parts, call, job.id);
  const before = (await read(job.id)).counts;
  await undoRejection(parts, call, { jobId: job.id, answerId, reason: 'It fits.' });
  expect(before).toMatchObject({ rejected: 1, closed: 2, available: 1 });
  const second = await newJob(parts, call, { ...terms, minResponses: 2 });
  const rejected = await rejectedAnswer(parts, call, second.job.id);
  await work(parts, call, { jobId: second.job.id, worker: 'ann' });
  await undoRejection(parts, call, { jobId: second.job.id, answerId: rejected.id, reason: 'It fits.' });
  expect(await read(second.job.id)).toMatchObject({
    status: 'finished',
    counts: { pendingReview: 2, available: 0, unopened: 0, closed: 1 },
  });
});

it('closes the slots of a job that has ended before an undone rejection gets one more', async () => {
  const { jobId, undo } = await begin();
  started.clock.advance(dayMs * 29 + 2 * dayMs);
  await expect(undo()).rejects.toMatchObject({ reason: 'UNDO_EXPIRED' });
  const validUntil = new Date(started.clock.now().getTime() + dayMs);
  const { job } = await newJob(parts, call, { autoAcceptHours: 720, validUntil });
  const { id: answerId } = await rejectedAnswer(parts, call, job.id);
  started.clock.advance(2 * dayMs);
  await undoRejection(parts, call, { jobId: job.id, answerId, reason: 'It fits.' });
  expect((await read(jobId)).counts).toMatchObject({ closed: 1, pendingReview: 0 });
  expect(await read(job.id)).toMatchObject({
    status: 'expired',
    heldCents: 12,
    counts: { closed: 1, pendingReview: 1 },
  });
});
