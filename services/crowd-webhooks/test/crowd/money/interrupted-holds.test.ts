/** The holds of billing and the slots of jobs agree to the cent, whichever step of an extension or of an undone rejection is the last. */
import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { JobFundsReleased } from '@assay/proto/crowd/v1/crowd_events';
import { eventually } from '@assay/test-kit/eventually';
import { mortalDatabase } from '@assay/test-kit/database/mortal-database';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { readEvents } from '@assay/test-kit/servers/lose-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Billing } from '../../../src/clients/billing.ts';
import { rejectAnswer } from '../../../src/domain/crowd/answer/reject-answer.ts';
import { completeInterrupted } from '../../../src/domain/crowd/answer/sweep-answers.ts';
import { undoRejection } from '../../../src/domain/crowd/answer/undo-rejection.ts';
import { answerForHold } from '../../../src/domain/crowd/job/answer-for-hold.ts';
import { archiveJob } from '../../../src/domain/crowd/answer/archive-job.ts';
import { extendJob } from '../../../src/domain/crowd/job/extend-job.ts';
import { readJob } from '../../../src/domain/crowd/job/get-job.ts';
import { countMoney, countReleased } from '../../../src/domain/crowd/job/job.ts';
import type { Job } from '../../../src/domain/crowd/job/job.ts';
import { createSettling } from '../../../src/domain/crowd/job/sweep-jobs.ts';
import { releaseAbandonedHolds } from '../../../src/domain/crowd/money/release-abandoned-holds.ts';
import { crowdStream } from '../../../src/streams.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { createCrowdParts, newJob, receiveCall } from '../parts.ts';
import { countHeld, openRealBilling } from './real-billing.ts';
import { rejectedAnswer } from '../review-parts.ts';
import { findReason, work } from '../work.ts';

const minuteMs = 60_000;
let started: Started;
let platform: SharedPlatform;
let billing: Billing;
let parts: ReturnType<typeof createParts>;

beforeAll(async () => {
  // Without a worker, whose sweeps would be faster than the test.
  [started, platform] = await Promise.all([start([], { ROLES: 'api,relay' }), joinPlatform()]);
  billing = openRealBilling(platform);
  parts = createParts();
});
afterAll(() => Promise.all([started.stop(), platform.stop()]));

function createParts(db = started.db, own = billing) {
  return { ...createCrowdParts({ ...started, db }, ['one', 'two']), billing: own };
}
type Parts = ReturnType<typeof createParts>;

/** The same operation, as each repetition with one idempotency key has it. */
const newCall = (): CallContext => ({ ...receiveCall(started), operation: newId() });

const read = async (job: Job) => readJob(parts, (await parts.jobs.find(job.id)) ?? job);

/** Expects that billing holds the money of the slots and nothing else, and that no hold is in progress. */
async function expectBalanced(job: Job): Promise<void> {
  const found = await read(job);
  const { heldCents, spentCents } = countMoney(found);
  const needed = heldCents + spentCents + countReleased(found.job) * found.job.unitCents;
  expect(await countHeld(platform, job)).toBe(needed);
  expect([found.job.pendingHolds, await parts.tasks.hasPendingHold(job.id)]).toEqual([[], false]);
}

async function listJobIds({ organizationId }: CallContext): Promise<readonly unknown[]> {
  return started.db.collection('crowd_jobs').distinct('_id', { organizationId });
}

async function sweep(): Promise<void> {
  started.clock.advance(2 * minuteMs);
  await completeInterrupted(parts);
  await releaseAbandonedHolds(parts);
  await createSettling(parts)();
}

async function archive({ id: jobId, organizationId }: Job): Promise<void> {
  await archiveJob(parts, { ...newCall(), organizationId }, { jobId, acceptAll: false });
}

const page = { limit: 10, offset: 0 };
const rejection = { category: 'low_effort', reason: 'The answer does not fit the photograph.' } as const;

interface Scenario {
  readonly job: Job;
  readonly act: (parts: Parts) => Promise<unknown>;
  readonly check: () => Promise<void>;
}

async function extending(): Promise<Scenario> {
  const call = newCall();
  const { job } = await newJob(parts, call);
  return {
    job,
    act: (own) => extendJob(own, call, { jobId: job.id, additionalRepetitions: 3, validUntil: undefined }),
    check: async () => expect((await read(job)).counts).toMatchObject({ available: 8 }),
  };
}

async function undoing(): Promise<Scenario> {
  const call = newCall();
  const { job } = await newJob(parts, call, { autoAcceptHours: 720 });
  const { id: answerId } = await rejectedAnswer(parts, call, job.id);
  for (const worker of ['ann', 'bob']) await work(parts, call, { jobId: job.id, worker });
  return {
    job,
    act: (own) => undoRejection(own, call, { jobId: job.id, answerId, reason: 'It fits.' }),
    check: async () => {
      expect((await read(job)).counts).toMatchObject({ pendingReview: 3, available: 0 });
    },
  };
}

/** Dies at one step; false if there are fewer. Then the sweep or the repetition comes first. */
async function dieAndGoOn(
  arrange: () => Promise<Scenario>,
  { at, first }: { readonly at: number; readonly first: 'the sweep' | 'a repetition' | 'the end of the job' },
): Promise<boolean> {
  const { job, act, check } = await arrange();
  const mortal = mortalDatabase(started.db, { at, when: 'after' });
  const dying = createParts(mortal.db, {
    ...billing,
    raiseHold: (...input) => mortal.call(() => billing.raiseHold(...input)),
    releaseRaise: (...input) => mortal.call(() => billing.releaseRaise(...input)),
  });
  await act(dying).catch(() => undefined);
  if (!mortal.isDead()) return false;
  if (first === 'the sweep') {
    await sweep();
    await expectBalanced(job);
  }
  if (first === 'the end of the job') {
    await archive(job);
    await sweep();
    await expectBalanced(job);
    expect(countMoney(await read(job)).heldCents).toBe((await read(job)).counts.pendingReview * 12);
    return true;
  }
  await act(parts);
  await sweep();
  await check();
  await expectBalanced(job);
  return true;
}

describe.each([
  { name: 'an extension', arrange: extending, minSteps: 5, raise: 1 },
  { name: 'an undone rejection that needs one more slot', arrange: undoing, minSteps: 6, raise: 2 },
])('$name whose process dies', ({ arrange, minSteps, raise }) => {
  // Before a step is after the step before.
  it('after any step holds the money of its slots when the sweep comes first', async () => {
    let at = 0;
    while (await dieAndGoOn(arrange, { at, first: 'the sweep' })) at += 1;
    expect(at).toBeGreaterThanOrEqual(minSteps);
  });

  it.each(['a repetition', 'the end of the job'] as const)(
    'from its hold on holds the money of its slots when %s comes first',
    async (first) => {
      for (const at of [raise, raise + 1, raise + 2]) {
        expect(await dieAndGoOn(arrange, { at, first })).toBe(true);
      }
    },
  );
});

describe('an undone rejection', () => {
  it('holds nothing when a slot becomes free after the money of one more was held', async () => {
    const { job, act } = await undoing();
    const freeing: Billing = {
      ...billing,
      async raiseHold(...input) {
        await billing.raiseHold(...input);
        const { items } = await parts.answers.list({ jobId: job.id, status: 'pending_review' }, page);
        const reviewer = { ...newCall(), organizationId: job.organizationId };
        const rejections = items.map(({ id: answerId }) =>
          rejectAnswer(parts, reviewer, { jobId: job.id, answerId, ...rejection }),
        );
        await Promise.all(rejections);
      },
    };
    await act(createParts(started.db, freeing));
    expect((await read(job)).counts).toMatchObject({ pendingReview: 1, available: 1, closed: 0 });
    await expectBalanced(job);
  });

  it('closes its added slot when the rejection stays, and releases the money', async () => {
    const { job, act } = await undoing();
    let isLate = false;
    // The last write of the undo comes too late.
    const answers: Parts['answers'] = {
      ...parts.answers,
      update: async (answer, change, write) => {
        if (change.status === undefined) return parts.answers.update(answer, change, write);
        isLate = true;
        throw new Error('the process died');
      },
    };
    await expect(act({ ...parts, answers })).rejects.toThrow('the process died');
    expect(isLate).toBe(true);
    await sweep();
    const found = await read(job);
    expect(found.counts).toMatchObject({ pendingReview: 2, rejected: 1, available: 0, closed: 1 });
    expect(countMoney(found).heldCents).toBe(24);
    await expectBalanced(job);
  });
});

describe('a refused extension', () => {
  it('holds nothing when the job is archived after its money was held', async () => {
    const { job, act } = await extending();
    const late: Billing = {
      ...billing,
      async raiseHold(...input) {
        await billing.raiseHold(...input);
        await archive(job);
      },
    };
    expect(await findReason(act(createParts(started.db, late)))).toBe('JOB_STATE');
    await expectBalanced(job);
  });

  it('holds nothing in ten rounds of extend, archive and extend at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { job, act } = await extending();
      const call = { ...newCall(), organizationId: job.organizationId };
      const extension = { jobId: job.id, additionalRepetitions: 2, validUntil: undefined };
      await Promise.allSettled([act(parts), archive(job), extendJob(parts, call, extension)]);
      const { job: archived, counts } = await read(job);
      expect([archived.status, countMoney({ job: archived, counts }).heldCents]).toEqual(['archived', 0]);
      await expectBalanced(job);
    }
  });

  it('changes nothing and leaves no ledger entry when the balance is too low', async () => {
    const { job } = await extending();
    const call = { ...newCall(), organizationId: job.organizationId };
    const { job: dear } = await newJob(parts, call, { rewardCents: 1_000 });
    const before = await countHeld(platform, dear);
    const extension = { jobId: dear.id, additionalRepetitions: 900, validUntil: undefined };
    expect(await findReason(extendJob(parts, call, extension))).toBe('INSUFFICIENT_BALANCE');
    expect(await countHeld(platform, dear)).toBe(before);
    expect(await billing.listMovements(call, dear.id)).toHaveLength(1);
    await expectBalanced(dear);
  });
});

describe('a creation that is refused after its money was held', () => {
  it('holds nothing, and leaves nothing behind', async () => {
    const call = newCall();
    const inputs = { ...parts.inputs, markUsed: () => Promise.reject(notFound('input data set')) };
    const jobs = await listJobIds(call);
    expect(await findReason(newJob({ ...parts, inputs }, call))).toBe('INPUT_DATA_SET_NOT_FOUND');
    expect([jobs, await listJobIds(call)]).toEqual([[], []]);
    const account = await billing.readAvailableCents(call);
    const { job } = await newJob(parts, call);
    expect(await billing.readAvailableCents(call)).toBe(account - job.estimatedCostCents);
    await expectBalanced(job);
  });
});

describe('the answer to an overdue hold', () => {
  it.each([
    ['an extension', extending],
    ['an undone rejection', undoing],
  ])('releases nothing while the hold of %s is in progress', async (_name, arrange) => {
    const { job, act, check } = await arrange();
    const released: number[] = [];
    const publishSurplus: Parts['jobs']['publishSurplus'] = (_job, { amountCents }) =>
      Promise.resolve(void released.push(amountCents));
    const answering = { ...parts, jobs: { ...parts.jobs, publishSurplus } };
    const overdue = { organizationId: job.organizationId, jobId: job.id, requestId: undefined };
    const slow: Billing = {
      ...billing,
      async raiseHold(...input) {
        await billing.raiseHold(...input);
        await answerForHold(answering, overdue);
      },
    };
    await act(createParts(started.db, slow));
    await answerForHold(answering, overdue);
    expect(released).toEqual([]);
    await check();
  });

  it('releases exactly the money that is held beyond the slots of the job', async () => {
    const call = newCall();
    const { job } = await newJob(parts, call, { autoAcceptHours: 0 });
    await work(parts, call, { jobId: job.id, worker: 'ann' });
    // Versions before named no hold in the job, and could die after they placed it.
    await billing.raiseHold(call, job, { holdId: newId(), amountCents: 72 });
    const overdue = { organizationId: job.organizationId, jobId: job.id, requestId: undefined };
    for (let time = 0; time < 2; time += 1) await answerForHold(parts, overdue);
    const listReleases = async () =>
      (await readEvents(started.events, crowdStream, JobFundsReleased))
        .map(({ value }) => value)
        .filter(({ jobId }) => jobId === job.id);
    await eventually(async () => expect(await listReleases()).toHaveLength(1));
    expect(await listReleases()).toMatchObject([{ releaseId: 'surplus.96', amountCents: 72 }]);
  });
});
