import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptAnswer } from '../../../src/domain/crowd/answer/accept-answer.ts';
import { findAnswer } from '../../../src/domain/crowd/answer/find-answer.ts';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { extendClaim, returnClaim } from '../../../src/domain/crowd/claim/end-claim.ts';
import { getWorkerJob } from '../../../src/domain/crowd/job/list-worker-jobs.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from '../parts.ts';
import type { CrowdParts } from '../parts.ts';
import { findReason, submit, work } from '../work.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started, ['item']);
  call = receiveCall(started);
});
afterAll(() => started.stop());

const claim = (by: CallContext, jobId: string) => claimTask(parts, by, { jobId, guestName: undefined });
const asGuest = (jobId: string): CallContext => ({
  ...call,
  actor: { kind: 'guest', guestId: newId(), jobId },
});

/** Resolves to the refusal of a call as clients see it. */
async function refuse(attempt: Promise<unknown>) {
  const error = (await attempt.catch((refusal: unknown) => refusal)) as Readonly<Record<string, unknown>>;
  return { status: error['status'], reason: error['reason'], message: error['message'] };
}

describe('a claim', () => {
  it.each([
    ['extended', (by: CallContext, id: string) => extendClaim(parts, by, id)],
    ['returned', (by: CallContext, id: string) => returnClaim(parts, by, id)],
    ['submitted', (by: CallContext, id: string) => submit(parts, by, id)],
  ])('is %s by its worker alone: for another worker of the job it is unknown', async (_name, use) => {
    const { job } = await newJob(parts, call, { maxRepetitions: 2 });
    const { claim: own } = await claim(callAs(call, 'ann'), job.id);
    await claim(callAs(call, 'bob'), job.id);
    const unknown = await refuse(use(callAs(call, 'ann'), newId()));
    expect(unknown.status).toBe('NOT_FOUND');
    expect(await refuse(use(callAs(call, 'bob'), own.id))).toEqual(unknown);
    expect(await findReason(use(callAs(call, 'ann'), own.id))).toBe('none');
  });

  it('gives a worker each variant once, also if all slots of it are free', async () => {
    const { job } = await newJob(parts, call, { maxRepetitions: 3 });
    await work(parts, call, { jobId: job.id, worker: 'ann' });
    expect(await findReason(claim(callAs(call, 'ann'), job.id))).toBe('NO_TASKS');
    expect(await findReason(claim(callAs(call, 'bob'), job.id))).toBe('none');
  });
});

describe('a guest', () => {
  it('works on the job of its token alone: another job is unknown, also if it allows guests', async () => {
    const order = { guestsAllowed: true, rewardCents: 0 };
    const { job: own } = await newJob(parts, call, order);
    const { job: other } = await newJob(parts, call, order);
    const guest = asGuest(own.id);
    const unknown = await refuse(claim(guest, newId()));
    expect(unknown.status).toBe('NOT_FOUND');
    expect(await refuse(claim(guest, other.id))).toEqual(unknown);
    expect(await refuse(getWorkerJob(parts, guest, other.id))).toEqual(unknown);
    expect(await findReason(claim(guest, own.id))).toBe('none');
  });
});

describe('a person without a credential', () => {
  it('reads a job that allows guests, and has to sign in for any other', async () => {
    const anonymous: CallContext = { ...call, actor: { kind: 'anonymous' }, organizationId: '' };
    const { job: open } = await newJob(parts, call, { guestsAllowed: true, rewardCents: 0 });
    const { job: closed } = await newJob(parts, call);
    expect(await findReason(getWorkerJob(parts, anonymous, open.id))).toBe('none');
    expect((await refuse(getWorkerJob(parts, anonymous, closed.id))).status).toBe('UNAUTHENTICATED');
    expect((await refuse(claim(anonymous, closed.id))).status).toBe('UNAUTHENTICATED');
  });
});

describe('an answer', () => {
  it('is found under its own job alone', async () => {
    const { job } = await newJob(parts, call);
    const { job: other } = await newJob(parts, call);
    const { id: answerId } = await work(parts, call, { jobId: job.id, worker: 'ann' });
    const unknown = await refuse(findAnswer(parts, call, { jobId: other.id, answerId: newId() }));
    expect(unknown.status).toBe('NOT_FOUND');
    expect(await refuse(findAnswer(parts, call, { jobId: other.id, answerId }))).toEqual(unknown);
    const acceptance = { jobId: other.id, answerId, note: undefined };
    expect(await refuse(acceptAnswer(parts, call, acceptance))).toEqual(unknown);
    expect((await parts.answers.find(answerId))?.status).toBe('pending_review');
  });
});
