import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { hours } from '@assay/chassis/units';
import { rejectAnswer } from '../../../src/domain/crowd/answer/reject-answer.ts';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { returnClaim } from '../../../src/domain/crowd/claim/end-claim.ts';
import { pauseJob } from '../../../src/domain/crowd/job/change-job.ts';
import { closeVariantsOfFile } from '../../../src/domain/crowd/job/close-variants.ts';
import { extendJob } from '../../../src/domain/crowd/job/extend-job.ts';
import { readJob } from '../../../src/domain/crowd/job/get-job.ts';
import type { JobOrder } from '../../../src/domain/crowd/job/job-order.ts';
import { countMoney } from '../../../src/domain/crowd/job/job.ts';
import type { Job } from '../../../src/domain/crowd/job/job.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { callAs, createCrowdParts, isFlood, newJob, receiveCall } from '../parts.ts';
import type { CrowdParts } from '../parts.ts';
import { submit, work } from '../work.ts';

let started: Started;
let parts: CrowdParts;
let call: CallContext;
beforeAll(async () => {
  // Without a worker, whose sweeps would settle the jobs before the calls.
  started = await start([], { ROLES: 'api,relay' });
  parts = createCrowdParts(started, ['one']);
  call = receiveCall(started);
});
afterAll(() => started.stop());

const unitCents = 12;
const claim = (jobId: string, worker: string) =>
  claimTask(parts, callAs(call, worker), { jobId, guestName: undefined });

async function read({ id }: Job) {
  const current = await parts.jobs.find(id);
  if (current === undefined) throw new Error('the job is gone');
  const found = await readJob(parts, current);
  return { ...countMoney(found), ...found.counts, status: found.job.status };
}

function createShortJob(change: Partial<JobOrder> = {}) {
  const validUntil = new Date(started.clock.now().getTime() + hours(2));
  return newJob(parts, call, { validUntil, ...change });
}

describe('a call that meets claims whose time has passed', () => {
  it('finds the job expired, if a slot came free after its end', async () => {
    const { job } = await createShortJob();
    await claim(job.id, 'ann');
    started.clock.advance(hours(3));
    await expect(claim(job.id, 'ann')).rejects.toMatchObject({ details: { status: 'expired' } });
  });

  it('pauses a job whose last claim has expired', async () => {
    const { job } = await createShortJob();
    await claim(job.id, 'ann');
    started.clock.advance(hours(1));
    expect((await pauseJob(parts, call, job.id)).status).toBe('paused');
  });
});

it('closes the slots of an expired job before an extension, whether a sweep has met it or not', async () => {
  const { job } = await createShortJob({ maxRepetitions: 2 });
  started.clock.advance(hours(3));
  const validUntil = new Date(started.clock.now().getTime() + hours(1));
  await extendJob(parts, call, { jobId: job.id, additionalRepetitions: 1, validUntil });
  const slots = { status: 'assignable', available: 1, closed: 2, heldCents: unitCents };
  expect(await read(job)).toMatchObject(slots);
});

it('gives a worker who claims the last variant twice at once one claim', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { job } = await createShortJob({ maxRepetitions: 2 });
    const claimed = await Promise.all([claim(job.id, 'ann'), claim(job.id, 'ann'), claim(job.id, 'ann')]);
    expect(new Set(claimed.map(({ claim: { id } }) => id)).size).toBe(1);
    expect((await claim(job.id, 'ann')).isNew).toBe(false);
  }
});

describe('a variant whose file was deleted', () => {
  async function createFileJob() {
    const fileId = newId();
    const inputs = {
      ...parts.inputs,
      listFiles: () => Promise.resolve([{ id: fileId, name: '', isPublic: true }]),
    };
    const order = { inputDataSetId: undefined, fileIds: [fileId], maxRepetitions: 2 };
    const { job } = await newJob({ ...parts, inputs }, call, order, [
      { ...isFlood, label: 'Is it a flood?' },
    ]);
    return { job, remove: () => closeVariantsOfFile(parts, call.organizationId, fileId) };
  }
  const nothingLeft = { available: 0, heldCents: 0, status: 'finished' };

  it('closes slots that come free later, and releases their money', async () => {
    const { job, remove } = await createFileJob();
    const returned = await claim(job.id, 'ann');
    const answer = await work(parts, call, { jobId: job.id, worker: 'bob' });
    await remove();
    expect(await read(job)).toMatchObject({ claimed: 1, pendingReview: 1, heldCents: 2 * unitCents });
    await returnClaim(parts, callAs(call, 'ann'), returned.claim.id);
    const rejection = {
      category: 'other',
      reason: 'It does not describe the image.',
    } as const;
    await rejectAnswer(parts, call, { jobId: job.id, answerId: answer.id, ...rejection });
    expect(await read(job)).toMatchObject({ ...nothingLeft, closed: 2 });
  });

  it('pays an answer to a claim that was open, and gets no slot by an extension', async () => {
    const { job, remove } = await createFileJob();
    const open = await claim(job.id, 'ann');
    await remove();
    await submit(parts, callAs(call, 'ann'), open.claim.id);
    await extendJob(parts, call, { jobId: job.id, additionalRepetitions: 1, validUntil: undefined });
    expect(await read(job)).toMatchObject({
      available: 0,
      pendingReview: 1,
      closed: 2,
      heldCents: unitCents,
    });
  });
});
