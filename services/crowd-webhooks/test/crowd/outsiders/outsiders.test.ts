import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppeal } from '../../../src/domain/crowd/appeal/create-appeal.ts';
import { rejectAnswer } from '../../../src/domain/crowd/answer/reject-answer.ts';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { extendClaim, returnClaim } from '../../../src/domain/crowd/claim/end-claim.ts';
import { showClaim } from '../../../src/domain/crowd/claim/show-claim.ts';
import { createGuest } from '../../../src/domain/crowd/guest/create-guest.ts';
import { readJob } from '../../../src/domain/crowd/job/get-job.ts';
import type { JobOrder } from '../../../src/domain/crowd/job/job-order.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { createCrowdParts, isFlood, newJob, receiveCall } from '../parts.ts';
import type { CrowdParts } from '../parts.ts';
import { findReason, submit } from '../work.ts';

let started: Started;
let parts: CrowdParts;
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started);
});
afterAll(() => started.stop());

const questions = [{ ...isFlood, label: 'Does it show a flood?' }];
const open: Partial<JobOrder> = {
  inputDataSetId: undefined,
  audience: 'everyone',
  guestsAllowed: true,
  rewardCents: 0,
};

/** Creates a job that shows files, with a requester of its organization. */
async function newFileJob(count = 1, change: Partial<JobOrder> = {}) {
  const call = receiveCall(started);
  const fileIds = Array.from({ length: count }, () => newId());
  const { job } = await newJob(parts, call, { ...open, fileIds, ...change }, questions);
  return { call, job, fileIds };
}

type Outsider = (job: { readonly id: string; readonly organizationId: string }) => Promise<CallContext>;

/** The people who are no members: a guest with a token of the job, and a member of another organization. */
const outsiders: readonly (readonly [string, Outsider])[] = [
  [
    'a guest',
    async ({ id: jobId, organizationId }) => {
      const { guestId } = await createGuest(parts, {}, { organizationId, jobId, name: '' });
      return { ...receiveCall(started), organizationId, actor: { kind: 'guest', guestId, jobId } };
    },
  ],
  ['a member of another organization', () => Promise.resolve(receiveCall(started))],
];

const claim = (call: CallContext, jobId: string) => claimTask(parts, call, { jobId, guestName: undefined });
const later: Readonly<Record<string, (call: CallContext, claimId: string) => Promise<unknown>>> = {
  extend: (call, claimId) => extendClaim(parts, call, claimId),
  submit: (call, claimId) => submit(parts, call, claimId),
  return: (call, claimId) => returnClaim(parts, call, claimId),
};

async function readCounts(jobId: string) {
  const job = await parts.jobs.find(jobId);
  if (job === undefined) throw new Error('the job is missing');
  return readJob(parts, job);
}

describe.each(outsiders)('%s whose file is closed', (_name, join) => {
  it.each(['extend', 'submit'])('loses the claim at %s, and every later call says so', async (name) => {
    const { job, fileIds } = await newFileJob();
    const call = await join(job);
    const { claim: own } = await claim(call, job.id);
    expect((await readCounts(job.id)).job.status).toBe('no_tasks');
    for (const id of fileIds) parts.closed.add(id);
    await expect(later[name]?.(call, own.id)).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'CLAIM_WITHDRAWN',
      details: { reason: 'withdrawn' },
    });
    for (const again of Object.values(later))
      expect(await findReason(again(call, own.id))).toBe('CLAIM_WITHDRAWN');
    const { job: read, counts } = await readCounts(job.id);
    expect([read.status, counts.available, counts.claimed]).toEqual(['assignable', 1, 0]);
    expect(await parts.answers.find(own.id)).toBeUndefined();
  });

  it('gets another task at the next claim, and none when all are closed', async () => {
    const { job, fileIds } = await newFileJob(60);
    const call = await join(job);
    const { claim: first, task } = await claim(call, job.id);
    const [kept, ...others] = fileIds.filter((id) => !task.variant.fileIds.includes(id));
    for (const id of [...others, ...task.variant.fileIds]) parts.closed.add(id);
    const next = await claim(call, job.id);
    expect([next.isNew, next.task.variant.fileIds]).toEqual([true, [kept]]);
    expect(await findReason(submit(parts, call, first.id))).toBe('CLAIM_WITHDRAWN');
    await submit(parts, call, next.claim.id);
    await expect(claim(call, job.id)).rejects.toMatchObject({
      reason: 'NO_TASKS',
      details: { state: 'assignable', status: 'no_tasks' },
    });
  });

  it('gets no link if the file is closed after the claim was found', async () => {
    const { job, fileIds } = await newFileJob();
    const call = await join(job);
    const claimed = await claim(call, job.id);
    expect((await showClaim(parts, call, claimed)).files).toHaveLength(1);
    for (const id of fileIds) parts.closed.add(id);
    expect(await findReason(showClaim(parts, call, claimed))).toBe('CLAIM_WITHDRAWN');
    expect((await readCounts(job.id)).counts).toMatchObject({ available: 1, claimed: 0 });
  });

  it('loses an open claim also while the job is paused', async () => {
    const { job, fileIds } = await newFileJob();
    const call = await join(job);
    const { claim: own } = await claim(call, job.id);
    const current = await parts.jobs.find(job.id);
    if (current === undefined) throw new Error('the job is missing');
    await parts.jobs.update(current, { status: 'paused' });
    for (const id of fileIds) parts.closed.add(id);
    expect(await findReason(claim(call, job.id))).toBe('NO_TASKS');
    expect(await findReason(submit(parts, call, own.id))).toBe('CLAIM_WITHDRAWN');
  });

  it('cannot appeal', async () => {
    const { call: requester, job, fileIds } = await newFileJob();
    const call = await join(job);
    const { claim: own } = await claim(call, job.id);
    await submit(parts, call, own.id);
    const rejection = { category: 'low_effort', reason: 'The answer does not fit the image.' } as const;
    await rejectAnswer(parts, requester, { jobId: job.id, answerId: own.id, ...rejection });
    for (const id of fileIds) parts.closed.add(id);
    const appeal = { answerId: own.id, message: 'The sign at the left was changed.' };
    expect(await findReason(createAppeal(parts, call, appeal))).toBe('CLAIM_WITHDRAWN');
    expect(await parts.answers.find(own.id)).toMatchObject({ status: 'rejected', appeal: undefined });
    parts.closed.clear();
    expect(await findReason(createAppeal(parts, call, appeal))).toBe('none');
  });
});

describe('members', () => {
  it('work on when the file is closed to others', async () => {
    const { call, job, fileIds } = await newFileJob();
    for (const id of fileIds) parts.closed.add(id);
    const claimed = await claim(call, job.id);
    expect((await showClaim(parts, call, claimed)).files).toHaveLength(1);
    await extendClaim(parts, call, claimed.claim.id);
    expect((await submit(parts, call, claimed.claim.id)).status).toBe('pending_review');
  });

  it('who have left the organization extend no claim of its jobs', async () => {
    const { call, job } = await newFileJob(1, { audience: 'organization', guestsAllowed: false });
    const { claim: own } = await claim(call, job.id);
    const moved = { ...call, organizationId: newId() };
    expect(await findReason(extendClaim(parts, moved, own.id))).toBe(
      await findReason(extendClaim(parts, moved, newId())),
    );
  });
});

describe('a job', () => {
  const closedFile = { listFiles: () => Promise.resolve([{ id: newId(), name: '', isPublic: false }]) };

  it.each([
    ['everyone', { audience: 'everyone', guestsAllowed: false }],
    ['guests', { audience: 'organization', guestsAllowed: true }],
  ] as const)('for %s is refused with a file that is not public', async (_name, change) => {
    const refusing = { ...parts, inputs: { ...parts.inputs, ...closedFile } };
    const order = { ...open, fileIds: [newId()], ...change };
    expect(await findReason(newJob(refusing, receiveCall(started), order, questions))).toBe(
      'FILE_NOT_PUBLIC',
    );
    const own = { ...order, audience: 'organization', guestsAllowed: false } as const;
    expect(await findReason(newJob(refusing, receiveCall(started), own, questions))).toBe('none');
  });

  it('prepares renditions for the people who may work on it', async () => {
    const audiences: boolean[] = [];
    const prepareFiles = (_call: unknown, _ids: unknown, isOutsider: boolean) => {
      audiences.push(isOutsider);
      return Promise.resolve();
    };
    const preparing = { ...parts, inputs: { ...parts.inputs, prepareFiles } };
    for (const guestsAllowed of [true, false]) {
      const change = { ...open, audience: 'organization', guestsAllowed, fileIds: [newId()] } as const;
      await newJob(preparing, receiveCall(started), change, questions);
    }
    expect(audiences).toEqual([true, false]);
  });
});
