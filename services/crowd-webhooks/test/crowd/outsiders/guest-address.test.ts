import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { hours, minutes } from '@assay/chassis/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { extendClaim, returnClaim } from '../../../src/domain/crowd/claim/end-claim.ts';
import type { ClaimedTask } from '../../../src/domain/crowd/claim/open-claim.ts';
import { openClaim } from '../../../src/domain/crowd/claim/show-claim.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { createCrowdParts, newJob, receiveCall } from '../parts.ts';
import type { CrowdParts } from '../parts.ts';
import { findReason, listNames, submit } from '../work.ts';

let started: Started;
let parts: CrowdParts;
beforeAll(async () => {
  started = await start([]);
  parts = { ...createCrowdParts(started, ['item']), guestsPerAddress: 1_000 };
});
afterAll(() => started.stop());

const clientAddress = '203.0.113.9';

async function newGuestJob(maxRepetitions: number) {
  const call = receiveCall(started);
  const order = { guestsAllowed: true, rewardCents: 0, maxRepetitions, claimTtlMinutes: 1_440 };
  const { job } = await newJob(parts, call, order);
  return { ...job, call };
}

type GuestJob = Awaited<ReturnType<typeof newGuestJob>>;

/** Claims as a new guest of an address. Resolves to the claim with the call of that guest. */
async function join({ id: jobId, organizationId, call }: GuestJob, address = clientAddress) {
  const anonymous: CallContext = { ...call, actor: { kind: 'anonymous' }, clientAddress: address };
  const claimed = await claimTask(parts, anonymous, { jobId, guestName: undefined });
  const { personKey } = await readWorker(claimed);
  const actor = { kind: 'guest', guestId: personKey.slice('guest:'.length), jobId } as const;
  return { ...claimed, guest: { ...anonymous, organizationId, actor } };
}

async function readWorker({ job, claim }: ClaimedTask) {
  const worker = await parts.workers.find(job.organizationId, claim.workerId);
  if (worker === undefined) throw new Error('the worker is missing');
  return worker;
}

const joinMany = (job: GuestJob, count: number, address?: string) =>
  Promise.allSettled(listNames(count, 'guest').map(() => join(job, address)));

/** The first claim ends a day after it was made, which was a moment ago. */
const isAboutADay = (seconds: number) => seconds > 86_400 - 120 && seconds <= 86_400;

const isRefused = (outcome: PromiseSettledResult<unknown>) => outcome.status === 'rejected';

describe('the guests of one client address', () => {
  it('hold 5 of 20 slots, also when 20 claim at once, and leave the others free', async () => {
    const job = await newGuestJob(20);
    const outcomes = await joinMany(job, 20);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toHaveLength(15);
    for (const error of refused) {
      expect(error).toMatchObject({
        status: 'RESOURCE_EXHAUSTED',
        reason: 'ADDRESS_CLAIM_LIMIT',
        details: { limit: 5, retryAfterSeconds: expect.toSatisfy(isAboutADay) },
      });
    }
    expect((await parts.tasks.count([job.id])).get(job.id)).toMatchObject({ claimed: 5, available: 15 });
    // A guest who gets no claim is not stored.
    expect(await started.db.collection('guests').countDocuments({ jobId: job.id })).toBe(5);
    expect((await joinMany(job, 5, '203.0.113.10')).filter(isRefused)).toEqual([]);
  });

  it('hold a quarter of many slots', async () => {
    const outcomes = await joinMany(await newGuestJob(32), 12);
    expect(outcomes.filter(isRefused)).toHaveLength(4);
  });

  it.each([
    ['submitted', (guest: CallContext, claimId: string) => submit(parts, guest, claimId)],
    ['returned', (guest: CallContext, claimId: string) => returnClaim(parts, guest, claimId)],
  ])('claim again when a task was %s', async (_name, end) => {
    const job = await newGuestJob(20);
    const [first, ...others] = await joinMany(job, 5);
    expect(others.filter(isRefused)).toEqual([]);
    if (first?.status !== 'fulfilled') throw new Error('the first guest got no task');
    expect(await findReason(join(job))).toBe('ADDRESS_CLAIM_LIMIT');
    await end(first.value.guest, first.value.claim.id);
    expect(await findReason(join(job))).toBe('none');
    expect(await findReason(join(job))).toBe('ADDRESS_CLAIM_LIMIT');
    // A known guest is refused as a new one is, and holds nothing back.
    expect(
      await findReason(claimTask(parts, first.value.guest, { jobId: job.id, guestName: undefined })),
    ).toMatch(/^(ADDRESS_CLAIM_LIMIT|NO_TASKS)$/u);
  });

  it('claim again when their claims have expired', async () => {
    const job = await newGuestJob(20);
    await joinMany(job, 5);
    expect(await findReason(join(job))).toBe('ADDRESS_CLAIM_LIMIT');
    started.clock.advance(hours(24));
    expect((await joinMany(job, 5)).filter(isRefused)).toEqual([]);
  });

  it('get their open claims again, which count once', async () => {
    const job = await newGuestJob(20);
    const { guest, claim } = await join(job);
    for (const _again of listNames(5, '')) {
      const again = await claimTask(parts, guest, { jobId: job.id, guestName: undefined });
      expect([again.isNew, again.claim.id]).toEqual([false, claim.id]);
    }
    expect((await joinMany(job, 5)).filter(isRefused)).toHaveLength(1);
  });
});

describe('a new guest who does not get the claim', () => {
  const fail = () => Promise.reject(new Error('unavailable'));

  it.each([
    ['the guest is reserved', () => ({ participants: { ...parts.participants, reserve: fail } })],
    ['the task is taken', () => ({ tasks: { ...parts.tasks, replace: fail } })],
    ['the survey is read', () => ({ surveyVersions: { ...parts.surveyVersions, findForJob: fail } })],
  ])('holds nothing when it fails as %s', async (_case, breakStore) => {
    const job = await newGuestJob(20);
    const anonymous: CallContext = { ...job.call, actor: { kind: 'anonymous' }, clientAddress };
    const request = { jobId: job.id, guestName: undefined };
    for (const _guest of listNames(5, ''))
      await expect(openClaim({ ...parts, ...breakStore() }, anonymous, request)).rejects.toThrow();
    expect((await joinMany(job, 5)).filter(isRefused)).toEqual([]);
    expect((await parts.tasks.count([job.id])).get(job.id)).toMatchObject({ claimed: 5, available: 15 });
  });
});

describe('a guest', () => {
  it('cannot extend a claim, which ends by its time', async () => {
    const job = await newGuestJob(1);
    const { guest, claim } = await join(job);
    await expect(extendClaim(parts, guest, claim.id)).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'GUEST_EXTENSION',
    });
    started.clock.advance(hours(24) + minutes(1));
    expect(await findReason(extendClaim(parts, guest, claim.id))).toBe('CLAIM_ENDED');
    expect(await findReason(submit(parts, guest, claim.id))).toBe('CLAIM_ENDED');
  });
});

describe('a member', () => {
  it('is not counted for the client address', async () => {
    const job = await newGuestJob(8);
    await joinMany(job, 5);
    const members = listNames(3, 'member').map((name) => {
      const { call } = job;
      if (call.actor.kind !== 'user') throw new Error('the call has no user');
      const own = { ...call, clientAddress, actor: { ...call.actor, userId: `${name}-${newId()}` } };
      return claimTask(parts, own, { jobId: job.id, guestName: undefined });
    });
    expect(await Promise.all(members)).toHaveLength(3);
  });
});
