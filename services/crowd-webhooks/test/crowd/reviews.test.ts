import { collectAudited } from '@assay/test-kit/events/collect-audited';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Raise } from '../../src/clients/billing.ts';
import { acceptAnswer } from '../../src/domain/crowd/answer/accept-answer.ts';
import { acceptMany } from '../../src/domain/crowd/answer/accept-many.ts';
import type { Answer } from '../../src/domain/crowd/answer/answer.ts';
import { rejectAnswer } from '../../src/domain/crowd/answer/reject-answer.ts';
import { undoRejection } from '../../src/domain/crowd/answer/undo-rejection.ts';
import { readJob } from '../../src/domain/crowd/job/get-job.ts';
import { countMoney } from '../../src/domain/crowd/job/job.ts';
import type { Job } from '../../src/domain/crowd/job/job.ts';
import { liftRejectionLimit } from '../../src/domain/crowd/answer/lift-rejection-limit.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import type { CrowdParts } from './parts.ts';
import { createCrowdParts, newJob, receiveCall } from './parts.ts';
import { findReason, listNames, work } from './work.ts';

let started: Started;
let parts: CrowdParts;
let audited: ReturnType<typeof collectAudited>;
beforeAll(async () => {
  started = await start([]);
  audited = collectAudited(started.events);
  parts = createCrowdParts(started, ['one']);
});
afterAll(async () => {
  await audited.stop();
  await started.stop();
});

const path = ({ jobId, id: answerId }: Answer) => ({ jobId, answerId });
const rejection = (answer: Answer) => ({
  ...path(answer),
  category: 'low_effort' as const,
  reason: 'The answer does not describe the image.',
});
const accept = (call: ReturnType<typeof receiveCall>, answer: Answer) =>
  acceptAnswer(parts, call, { ...path(answer), note: undefined });

async function read(job: Job) {
  const current = await parts.jobs.find(job.id);
  if (current === undefined) throw new Error('the job is gone');
  const found = await readJob(parts, current);
  return { ...found, ...countMoney(found), status: found.job.status };
}

/** Creates a job with answers that wait for review. */
async function newAnswers(count: number, repetitions = count) {
  const call = receiveCall(started);
  const { job } = await newJob(parts, call, { maxRepetitions: repetitions });
  const answers: Answer[] = [];
  for (const worker of listNames(count, 'worker'))
    answers.push(await work(parts, call, { jobId: job.id, worker }));
  return { call, job, answers };
}

describe('reviews', () => {
  it('stop at the 31st rejection of 100 answers, also when all come at once, until an admin lifts the limit', async () => {
    const { call, job, answers } = await newAnswers(100);
    const reasons = await Promise.all(
      answers.slice(0, 75).map((answer) => findReason(rejectAnswer(parts, call, rejection(answer)))),
    );
    expect(reasons.filter((reason) => reason === 'none')).toHaveLength(30);
    expect(reasons.filter((reason) => reason === 'REJECTION_LIMIT')).toHaveLength(45);
    expect((await read(job)).counts).toMatchObject({ rejected: 30, pendingReview: 70, available: 30 });
    const reason = 'The workers used a script.';
    const otherReason = 'The workers copied their answers.';
    await liftRejectionLimit(parts, call, { jobId: job.id, reason });
    await liftRejectionLimit(parts, call, { jobId: job.id, reason: otherReason });
    const [last] = answers.slice(-1) as [Answer];
    expect(await findReason(rejectAnswer(parts, call, rejection(last)))).toBe('none');
    await eventually(() => {
      const lifted = audited.values.filter(({ event }) => event?.action === 'rejection_limit.lift');
      expect(lifted).toMatchObject([{ event: { targetType: 'crowd_job', targetId: job.id, reason } }]);
    });
  });

  it('have one winner when accept and reject come at once, and a repetition changes nothing', async () => {
    const { call, job, answers } = await newAnswers(8);
    for (const answer of answers.slice(0, 5)) {
      const reasons = await Promise.all([
        findReason(accept(call, answer)),
        findReason(rejectAnswer(parts, call, rejection(answer))),
      ]);
      expect(reasons.toSorted()).toEqual(['ANSWER_STATE', 'none']);
      const stored = await parts.answers.find(answer.id);
      const again =
        stored?.status === 'accepted' ? accept(call, answer) : rejectAnswer(parts, call, rejection(answer));
      expect((await again).revision).toBe(stored?.revision);
    }
    const { counts } = await read(job);
    expect(counts.accepted + counts.rejected).toBe(5);
    expect(counts.pendingReview).toBe(3);
  });

  it('free the slot of a rejected answer, and give it back on undo', async () => {
    const { call, job, answers } = await newAnswers(6);
    const [first] = answers as [Answer];
    expect(await read(job)).toMatchObject({ status: 'finished', heldCents: 72, spentCents: 0 });
    await rejectAnswer(parts, call, rejection(first));
    expect(await read(job)).toMatchObject({ status: 'assignable', heldCents: 72, counts: { available: 1 } });
    await undoRejection(parts, call, { ...path(first), reason: 'By mistake.' });
    await eventually(() => {
      const undone = audited.values.filter(({ event }) => event?.targetId === first.id);
      expect(undone.map(({ event }) => event)).toContainEqual(
        expect.objectContaining({ action: 'crowd_answer.undo', reason: 'By mistake.' }),
      );
    });
    expect(await read(job)).toMatchObject({
      status: 'finished',
      heldCents: 72,
      counts: { pendingReview: 6 },
    });
    expect(parts.holds.filter(({ jobId }) => jobId === job.id)).toHaveLength(1);
  });

  it('are undone once: a repetition changes nothing, and an answer that was not rejected is refused', async () => {
    const { call, answers } = await newAnswers(6);
    const [first, other] = answers as [Answer, Answer];
    const undo = (answer: Answer) => undoRejection(parts, call, { ...path(answer), reason: 'By mistake.' });
    expect(await findReason(undo(other))).toBe('ANSWER_STATE');
    await accept(call, other);
    expect(await findReason(undo(other))).toBe('ANSWER_STATE');
    await rejectAnswer(parts, call, rejection(first));
    const undone = await undo(first);
    expect(await undo(first)).toMatchObject({ status: 'pending_review', revision: undone.revision });
    await rejectAnswer(parts, call, rejection(first));
    expect((await undo(first)).revision).toBeGreaterThan(undone.revision);
    await accept(call, first);
    expect(await findReason(undo(first))).toBe('ANSWER_STATE');
    await eventually(() => {
      const written = audited.values.filter(({ event }) => event?.action === 'crowd_answer.undo');
      expect(written.filter(({ event }) => event?.targetId === first.id)).toHaveLength(2);
    });
  });

  it('hold money for one more slot when another worker has the slot of an undone rejection', async () => {
    const { call, job, answers } = await newAnswers(6);
    const [first] = answers as [Answer];
    await rejectAnswer(parts, call, rejection(first));
    await work(parts, call, { jobId: job.id, worker: 'another' });
    await undoRejection(parts, call, { ...path(first), reason: 'By mistake.' });
    expect(await read(job)).toMatchObject({
      status: 'finished',
      heldCents: 84,
      counts: { pendingReview: 7 },
    });
    expect(parts.holds.filter(({ jobId }) => jobId === job.id).map(({ cents }) => cents)).toEqual([72, 12]);
    const { accepted, remaining } = await acceptMany(parts, call, { jobId: job.id, allPending: true });
    expect([accepted, remaining]).toEqual([7, 0]);
    expect(await read(job)).toMatchObject({ heldCents: 0, spentCents: 84 });
  });

  it('hold the money of an undone rejection once, also if an attempt failed after the hold', async () => {
    const { call, job, answers } = await newAnswers(6);
    const [first] = answers as [Answer];
    await rejectAnswer(parts, call, rejection(first));
    await work(parts, call, { jobId: job.id, worker: 'another' });
    const held = new Map<string, number>();
    const billing = {
      ...parts.billing,
      raiseHold(_call: unknown, _job: unknown, { holdId, amountCents }: Raise) {
        held.set(holdId, amountCents);
        return held.size === 1 ? Promise.reject(new Error('the connection broke')) : Promise.resolve();
      },
      releaseRaise: (_call: unknown, { holdId }: Pick<Raise, 'holdId'>) =>
        Promise.resolve(void held.delete(holdId)),
    };
    const undo = () => undoRejection({ ...parts, billing }, call, { ...path(first), reason: 'By mistake.' });
    await expect(undo()).rejects.toThrow('the connection broke');
    expect([...held]).toEqual([]);
    held.set('another', 0);
    expect(await undo()).toMatchObject({ status: 'pending_review' });
    expect([...held.values()]).toEqual([0, 12]);
  });

  it('refuse an undo after 30 days', async () => {
    const { call, answers } = await newAnswers(6);
    const [first] = answers as [Answer];
    await rejectAnswer(parts, call, rejection(first));
    started.clock.advance(31 * 86_400_000);
    expect(await findReason(undoRejection(parts, call, { ...path(first), reason: 'Late.' }))).toBe(
      'UNDO_EXPIRED',
    );
  });

  it('skip answers that cannot be accepted', async () => {
    const { call, job, answers } = await newAnswers(6);
    const [first, second] = answers as [Answer, Answer];
    await rejectAnswer(parts, call, rejection(first));
    const answerIds = [first.id, second.id, 'a0000000000000000000000x'];
    expect(await acceptMany(parts, call, { jobId: job.id, answerIds })).toEqual({
      accepted: 1,
      skipped: [
        { answerId: first.id, code: 'INVALID_STATE' },
        { answerId: 'a0000000000000000000000x', code: 'NOT_FOUND' },
      ],
      remaining: undefined,
    });
  });
});
