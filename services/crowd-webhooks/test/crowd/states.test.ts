import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { acceptUnreviewed } from '../../src/domain/crowd/answer/sweep-answers.ts';
import { claimTask } from '../../src/domain/crowd/claim/claim-task.ts';
import { extendClaim, returnClaim } from '../../src/domain/crowd/claim/end-claim.ts';
import { archiveJob } from '../../src/domain/crowd/answer/archive-job.ts';
import { pauseJob, resumeJob } from '../../src/domain/crowd/job/change-job.ts';
import { extendJob } from '../../src/domain/crowd/job/extend-job.ts';
import { readJob } from '../../src/domain/crowd/job/get-job.ts';
import { countMoney } from '../../src/domain/crowd/job/job.ts';
import type { Job } from '../../src/domain/crowd/job/job.ts';
import { settleOverdue } from '../../src/domain/crowd/job/sweep-jobs.ts';
import type { StoredEvent } from '../../src/domain/webhooks/event/event.ts';
import { eventCollection } from '../../src/store/event-store.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import type { CrowdParts } from './parts.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from './parts.ts';
import { findReason, submit, work } from './work.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started, ['one', 'two']);
  call = receiveCall(started);
});
afterAll(() => started.stop());

const minuteMs = 60_000;
const claim = (jobId: string, worker: string) =>
  claimTask(parts, callAs(call, worker), { jobId, guestName: undefined });

async function read(job: Job) {
  const current = await parts.jobs.find(job.id);
  if (current === undefined) throw new Error('the job is gone');
  const found = await readJob(parts, current);
  return { ...found, ...countMoney(found), status: found.job.status };
}

const jobEvents = [
  'job.created',
  'job.no_tasks',
  'job.finished',
  'job.expired',
  'job.archived',
  'job.extended',
];
const webhooks = [{ url: 'https://hooks.example.org/assay', eventTypes: jobEvents }];

/** Lists the names of the events of a job that its webhooks received, in alphabetical order. */
async function listEvents({ id }: Job): Promise<readonly string[]> {
  const collection = started.db.collection<StoredEvent & { readonly _id: string }>(eventCollection);
  const found = await collection.find({ 'owner.id': id }).toArray();
  return found
    .map(({ name }) => name)
    .filter((name) => name.startsWith('job.'))
    .toSorted();
}

describe('the status of a job', () => {
  it('follows from its slots, and each entry has one event', async () => {
    const { job } = await newJob(parts, call, { webhooks });
    started.clock.advance(1);
    const first = await claim(job.id, 'ann');
    expect((await read(job)).status).toBe('assignable');
    const second = await claim(job.id, 'bob');
    expect((await read(job)).status).toBe('no_tasks');
    expect(await findReason(claim(job.id, 'cem'))).toBe('NO_TASKS');
    await returnClaim(parts, callAs(call, 'bob'), second.claim.id);
    expect((await read(job)).status).toBe('assignable');
    await work(parts, call, { jobId: job.id, worker: 'cem' });
    expect((await read(job)).status).toBe('no_tasks');
    await submit(parts, callAs(call, 'ann'), first.claim.id);
    expect(await read(job)).toMatchObject({ status: 'finished', counts: { pendingReview: 2, returned: 1 } });
    const expected = ['job.created', 'job.finished', 'job.no_tasks', 'job.no_tasks'];
    await expect.poll(() => listEvents(job), { timeout: 10_000 }).toEqual(expected);
  });

  it('is judged by the clock: a claim that has expired frees its slot, and cannot be submitted', async () => {
    const { job } = await newJob(parts, call);
    const first = await claim(job.id, 'ann');
    await claim(job.id, 'bob');
    await extendClaim(parts, callAs(call, 'ann'), first.claim.id);
    expect(await findReason(extendClaim(parts, callAs(call, 'ann'), first.claim.id))).toBe('CLAIM_EXTENDED');
    started.clock.advance(31 * minuteMs);
    expect(await read(job)).toMatchObject({
      status: 'assignable',
      counts: { claimed: 1, expired: 1, available: 1 },
    });
    started.clock.advance(30 * minuteMs);
    expect(await findReason(submit(parts, callAs(call, 'ann'), first.claim.id))).toBe('CLAIM_ENDED');
    expect((await claim(job.id, 'ann')).isNew).toBe(true);
  });

  it('is paused without new claims, while open ones can be submitted', async () => {
    const { job } = await newJob(parts, call);
    const { claim: open } = await claim(job.id, 'ann');
    expect((await pauseJob(parts, call, job.id)).status).toBe('paused');
    expect(await findReason(claim(job.id, 'bob'))).toBe('NO_TASKS');
    expect((await claim(job.id, 'ann')).claim.id).toBe(open.id);
    await submit(parts, callAs(call, 'ann'), open.id);
    expect((await resumeJob(parts, call, job.id)).status).toBe('assignable');
    await pauseJob(parts, call, job.id);
    started.clock.advance(31 * 1_440 * minuteMs);
    expect(await findReason(resumeJob(parts, call, job.id))).toBe('JOB_STATE');
  });

  it('is expired at its end, which releases the money of free slots, and can be extended with a new end', async () => {
    const { job } = await newJob(parts, call, { maxRepetitions: 2, autoAcceptHours: 0 });
    await work(parts, call, { jobId: job.id, worker: 'ann' });
    started.clock.advance(31 * 1_440 * minuteMs);
    await settleOverdue(parts);
    expect((await parts.jobs.find(job.id))?.status).toBe('expired');
    expect(await read(job)).toMatchObject({
      heldCents: 0,
      spentCents: 12,
      counts: { closed: 3, accepted: 1 },
    });
    const extension = { jobId: job.id, additionalRepetitions: 1 };
    expect(await findReason(extendJob(parts, call, { ...extension, validUntil: undefined }))).toBe(
      'INVALID_FIELD',
    );
    const validUntil = new Date(started.clock.now().getTime() + 1_440 * minuteMs);
    await extendJob(parts, call, { ...extension, validUntil });
    expect(await read(job)).toMatchObject({ status: 'assignable', heldCents: 24, counts: { available: 2 } });
  });

  it('is archived for good: open claims are still paid, and the rest is released', async () => {
    const { job } = await newJob(parts, call, { maxRepetitions: 2, autoAcceptHours: 0 });
    const { claim: open } = await claim(job.id, 'ann');
    await archiveJob(parts, call, { jobId: job.id, acceptAll: false });
    expect(await read(job)).toMatchObject({
      status: 'archived',
      heldCents: 12,
      counts: { closed: 3, claimed: 1 },
    });
    await submit(parts, callAs(call, 'ann'), open.id);
    expect(await read(job)).toMatchObject({ heldCents: 0, spentCents: 12 });
    const { job: other } = await newJob(parts, call);
    await claim(other.id, 'ann');
    await archiveJob(parts, call, { jobId: other.id, acceptAll: false });
    started.clock.advance(31 * minuteMs);
    await settleOverdue(parts);
    expect(await read(other)).toMatchObject({ heldCents: 0, spentCents: 0, counts: { closed: 2 } });
  });

  it.each([
    ['pause', (id: string) => pauseJob(parts, call, id), 'paused'],
    ['resume', (id: string) => resumeJob(parts, call, id), 'assignable'],
    ['archive', (id: string) => archiveJob(parts, call, { jobId: id, acceptAll: true }), 'archived'],
  ] as const)('stays as it is when %s is repeated', async (name, move, status) => {
    const { job } = await newJob(parts, call);
    if (name === 'resume') await pauseJob(parts, call, job.id);
    await move(job.id);
    const before = await parts.jobs.find(job.id);
    expect(before?.status).toBe(status);
    expect(await move(job.id)).toEqual(before);
    expect(await parts.jobs.find(job.id)).toEqual(before);
  });

  it('cannot be moved from a state that does not lead there', async () => {
    const { job } = await newJob(parts, call);
    await claim(job.id, 'ann');
    await claim(job.id, 'bob');
    expect((await read(job)).status).toBe('no_tasks');
    expect(await findReason(pauseJob(parts, call, job.id))).toBe('JOB_STATE');
    expect(await findReason(resumeJob(parts, call, job.id))).toBe('JOB_STATE');
    await archiveJob(parts, call, { jobId: job.id, acceptAll: false });
    expect(await findReason(pauseJob(parts, call, job.id))).toBe('JOB_STATE');
    expect(await findReason(resumeJob(parts, call, job.id))).toBe('JOB_STATE');
  });

  it('stays as it is when resume is repeated after all its slots were taken', async () => {
    const { job } = await newJob(parts, call, { autoAcceptHours: 0 });
    for (const worker of ['ann', 'bob']) {
      const { claim: open } = await claim(job.id, worker);
      if (worker === 'bob') await pauseJob(parts, call, job.id).catch(() => undefined);
      await submit(parts, callAs(call, worker), open.id);
    }
    expect((await read(job)).status).toBe('finished');
    expect(await findReason(resumeJob(parts, call, job.id))).toBe('JOB_STATE');
    const { job: paused } = await newJob(parts, call);
    const { claim: open } = await claim(paused.id, 'ann');
    await pauseJob(parts, call, paused.id);
    await resumeJob(parts, call, paused.id);
    await claim(paused.id, 'bob');
    expect((await resumeJob(parts, call, paused.id)).status).toBe('no_tasks');
    await submit(parts, callAs(call, 'ann'), open.id);
    await submit(parts, callAs(call, 'bob'), (await claim(paused.id, 'bob')).claim.id);
    expect((await resumeJob(parts, call, paused.id)).status).toBe('finished');
  });

  it('that is archived accepts no answers at a repetition', async () => {
    const { job } = await newJob(parts, call);
    const { id } = await work(parts, call, { jobId: job.id, worker: 'ann' });
    await archiveJob(parts, call, { jobId: job.id, acceptAll: false });
    await archiveJob(parts, call, { jobId: job.id, acceptAll: true });
    expect((await parts.answers.find(id))?.status).toBe('pending_review');
  });

  it('accepts answers that nobody reviewed in time', async () => {
    const { job } = await newJob(parts, call, { autoAcceptHours: 2 });
    const { id } = await work(parts, call, { jobId: job.id, worker: 'ann' });
    started.clock.advance(2 * 60 * minuteMs);
    await acceptUnreviewed(parts);
    expect(await parts.answers.find(id)).toMatchObject({ status: 'accepted', autoAccepted: true });
    expect(await read(job)).toMatchObject({ spentCents: 12 });
  });
});
