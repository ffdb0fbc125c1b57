import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { WorkersServiceService } from '@assay/proto/crowd/v1/workers_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { collectAudited } from '@assay/test-kit/events/collect-audited';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submitAnswer } from '../../src/domain/crowd/answer/submit-answer.ts';
import { claimTask } from '../../src/domain/crowd/claim/claim-task.ts';
import { listWorkerJobs } from '../../src/domain/crowd/job/list-worker-jobs.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { callAs, createCrowdParts, isFlood, newJob, receiveCall } from './parts.ts';
import type { CrowdParts } from './parts.ts';
import { answerTask } from './review-parts.ts';

let started: Started;
let parts: CrowdParts;
let audited: ReturnType<typeof collectAudited>;
let channel: ReturnType<Started['platform']['connect']>;
beforeAll(async () => {
  started = await start([]);
  parts = createCrowdParts(started, ['first', 'second', 'third', 'fourth']);
  audited = collectAudited(started.events);
  channel = started.platform.connect(started.service.grpcAddress);
});
afterAll(async () => {
  channel.close();
  await audited.stop();
  await started.stop();
});

const asUser = (call: CallContext) => callBy({ organizationId: call.organizationId });
const claim = (call: CallContext, jobId: string) => claimTask(parts, call, { jobId, guestName: undefined });

describe('a worker', () => {
  it('has the numbers of its answers, in its organization alone', async () => {
    const workers = channel.client(WorkersServiceService);
    const call = receiveCall(started);
    const { job } = await newJob(parts, call);
    await answerTask(parts, call, job.id);
    const { workerId } = await answerTask(parts, call, job.id);
    const { worker } = await workers.getWorker(asUser(call), { workerId });
    expect(worker).toMatchObject({
      workerId,
      guestWorkerId: undefined,
      answers: 2,
      accepted: 0,
      rejected: 0,
    });
    expect(worker).toMatchObject({ quality: 0.6, qualifications: {}, blocked: false });
    const foreign = await catchRefusal(workers.getWorker(callBy(), { workerId }));
    const unknown = await catchRefusal(workers.getWorker(asUser(call), { workerId: newId() }));
    expect(foreign).toEqual(unknown);
    expect(foreign.status).toBe('NOT_FOUND');
  });

  it('gets and loses qualifications, which jobs require', async () => {
    const workers = channel.client(WorkersServiceService);
    const call = receiveCall(started);
    const { job } = await newJob(parts, call);
    const { workerId } = await answerTask(parts, call, job.id);
    const requiredQualifications = [{ key: 'licensed', operator: 'at_least', value: 2 }] as const;
    const { job: strict } = await newJob(parts, call, { requiredQualifications });
    expect((await catchRefusal(claim(call, strict.id))).reason).toBe('NOT_QUALIFIED');
    const user = asUser(call);
    const { qualification } = await workers.setQualification(user, { workerId, key: 'licensed', value: 3 });
    expect(qualification).toMatchObject({ workerId, key: 'licensed', value: 3 });
    expect((await claim(call, strict.id)).isNew).toBe(true);
    for (let time = 0; time < 2; time += 1) {
      await workers.removeQualification(user, { workerId, key: 'licensed' });
    }
    expect((await workers.getWorker(user, { workerId })).worker?.qualifications).toEqual({});
    await eventually(() => {
      expect(audited.listActions(workerId)).toEqual(['qualification.set', 'qualification.set']);
    });
    for (const key of ['language', 'country', 'quality', 'completedTasks', 'deviceType', 'A', 'a-b', 'a.b']) {
      const refused = await catchRefusal(workers.setQualification(user, { workerId, key, value: 1 }));
      expect([key, refused.status, refused.details]).toEqual([key, 'INVALID_ARGUMENT', { field: 'key' }]);
      const removal = await catchRefusal(workers.removeQualification(user, { workerId, key }));
      expect(removal.status).toBe('INVALID_ARGUMENT');
    }
    for (const value of [{}, [1], 'x'.repeat(1_001)]) {
      const refused = await catchRefusal(workers.setQualification(user, { workerId, key: 'a', value }));
      expect(refused.details).toEqual({ field: 'value' });
    }
  });

  it('that is blocked claims nothing, and submits the claim that it has', async () => {
    const workers = channel.client(WorkersServiceService);
    const call = receiveCall(started);
    const { job } = await newJob(parts, call);
    const { workerId } = await answerTask(parts, call, job.id);
    const { claim: open } = await claim(call, job.id);
    const user = asUser(call);
    for (let time = 0; time < 2; time += 1) {
      const { worker } = await workers.blockWorker(user, { workerId, reason: 'A script.' });
      expect(worker?.blocked).toBe(true);
    }
    const answers = [{ questionKey: 'flood', value: true }];
    const { isNew } = await submitAnswer(parts, call, { claimId: open.id, answers, regions: [] });
    expect(isNew).toBe(true);
    expect((await catchRefusal(claim(call, job.id))).reason).toBe('WORKER_BLOCKED');
    const { job: another } = await newJob(parts, call);
    expect((await catchRefusal(claim(call, another.id))).reason).toBe('WORKER_BLOCKED');
    await workers.unblockWorker(user, { workerId });
    expect((await claim(call, another.id)).isNew).toBe(true);
    expect((await claim(call, job.id)).isNew).toBe(true);
    await eventually(() => {
      expect(audited.listActions(workerId)).toEqual(['worker.block', 'worker.unblock']);
      const reasons = audited.values.filter(({ event }) => event?.targetId === workerId);
      expect(reasons.map(({ event }) => event?.reason)).toEqual(['A script.', undefined]);
    });
  });

  it('is blocked in all its jobs, or in none, after blocks and their end at once', async () => {
    const workers = channel.client(WorkersServiceService);
    const call = receiveCall(started);
    const { job } = await newJob(parts, call);
    const { workerId, personKey } = await answerTask(parts, call, job.id);
    const user = asUser(call);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          index % 2 === 0
            ? workers.blockWorker(user, { workerId, reason: 'A script.' })
            : workers.unblockWorker(user, { workerId }),
        ),
      );
      const isBlocked = (await parts.workers.find(call.organizationId, workerId))?.isBlocked;
      expect((await parts.participants.find(job.id, personKey))?.isBlocked).toBe(isBlocked);
    }
  });

  it('is blocked by the sweep if the process died before its jobs had the block', async () => {
    const call = receiveCall(started);
    const { job } = await newJob(parts, call);
    const { workerId, personKey } = await answerTask(parts, call, job.id);
    const worker = await parts.workers.find(call.organizationId, workerId);
    if (worker === undefined) throw new Error('the worker is missing');
    const now = new Date(started.clock.now().getTime() - 10_000);
    await parts.workers.setBlocked(worker, { isBlocked: true, reason: 'A script.', call, now });
    await eventually(async () => {
      expect((await parts.participants.find(job.id, personKey))?.isBlocked).toBe(true);
    });
  });
});

it('a qualification test grants the share of right golden answers', async () => {
  const call = receiveCall(started);
  const golden = [{ ...isFlood, golden: { expected: true } }];
  const test = { category: 'qualification_test', grantsQualification: 'floods' };
  const { job } = await newJob(parts, call, test, golden);
  let workerId = '';
  for (const value of [true, false, true, true]) {
    const { claim: open } = await claim(call, job.id);
    const answers = [{ questionKey: 'flood', value }];
    const { answer } = await submitAnswer(parts, call, { claimId: open.id, answers, regions: [] });
    expect(answer.status).toBe('accepted');
    ({ workerId } = answer);
  }
  const worker = await parts.workers.find(call.organizationId, workerId);
  expect(worker?.qualifications).toEqual({ floods: 0.75 });
});

it('language and country come from the profile of the worker', async () => {
  const call = callAs(receiveCall(started), newId());
  const requiredQualifications = [
    { key: 'language', operator: 'one_of', value: ['de', 'fr'] },
    { key: 'country', operator: 'equals', value: 'AT' },
  ] as const;
  const { job } = await newJob(parts, call, { requiredQualifications });
  const page = { limit: 10, offset: 0 };
  const userId = call.actor.kind === 'user' ? call.actor.userId : '';
  expect((await catchRefusal(claim(call, job.id))).reason).toBe('NOT_QUALIFIED');
  expect((await listWorkerJobs(parts, call, page)).total).toBe(0);
  await parts.workerProfiles.update(userId, { language: 'de', country: 'AT' });
  expect((await listWorkerJobs(parts, call, page)).total).toBe(1);
  expect((await claim(call, job.id)).isNew).toBe(true);
});

it('the jobs that a worker may do are read page by page, by cursor too', async () => {
  const call = callAs(receiveCall(started), newId());
  const made = [];
  for (let count = 0; count < 3; count += 1) made.push((await newJob(parts, call, {})).job.id);
  const all = (await listWorkerJobs(parts, call, { limit: 200, offset: 0 })).items.map(({ job }) => job.id);
  const ids: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = await listWorkerJobs(parts, call, { limit: 2, offset: 0, cursor });
    ids.push(...page.items.map(({ job }) => job.id));
    cursor = page.nextCursor;
  }
  expect(ids).toEqual(all);
  expect(ids).toEqual(expect.arrayContaining(made));
  const unknown = catchRefusal(listWorkerJobs(parts, call, { limit: 2, offset: 0, cursor: 'bm9uZQ' }));
  expect((await unknown).details).toEqual({ field: 'cursor' });
});

it('the kind of device comes from each call, and is in the answer', async () => {
  const work = channel.client(WorkServiceService);
  const call = receiveCall(started);
  const requiredQualifications = [{ key: 'deviceType', operator: 'one_of', value: ['desktop'] }] as const;
  const { job } = await newJob(parts, call, { requiredQualifications });
  const user = asUser(call);
  const page = { limit: 10, offset: 0 };
  for (const deviceType of ['mobile', undefined]) {
    const refused = catchRefusal(work.claimTask({ ...user, deviceType }, { jobId: job.id }));
    expect((await refused).reason).toBe('NOT_QUALIFIED');
    expect((await work.listWorkerJobs({ ...user, deviceType }, page)).total).toBe(0);
  }
  const desktop = { ...user, deviceType: 'desktop' };
  expect((await work.listWorkerJobs(desktop, page)).total).toBe(1);
  const { claim: claimed } = await work.claimTask(desktop, { jobId: job.id });
  const claimId = claimed?.claimId ?? '';
  const again = await work.claimTask({ ...user, deviceType: 'mobile' }, { jobId: job.id });
  expect([again.claim?.claimId, again.isNew]).toEqual([claimId, false]);
  const answers = [{ questionKey: 'flood', value: true }];
  await work.submitAnswer({ ...user, deviceType: 'tablet' }, { claimId, answers, regions: [] });
  expect((await parts.answers.find(claimId))?.workerMetadata.deviceType).toBe('tablet');
  // The worker is a participant already, but the device is another one.
  expect((await catchRefusal(work.claimTask(user, { jobId: job.id }))).reason).toBe('NOT_QUALIFIED');
});

it('a participant who loses a qualification keeps the open claim, and gets no further one', async () => {
  const workers = channel.client(WorkersServiceService);
  const call = receiveCall(started);
  const { workerId } = await answerTask(parts, call, (await newJob(parts, call)).job.id);
  const user = asUser(call);
  await workers.setQualification(user, { workerId, key: 'licensed', value: 3 });
  const requiredQualifications = [{ key: 'licensed', operator: 'at_least', value: 2 }] as const;
  const { job } = await newJob(parts, call, { requiredQualifications });
  const { claim: open } = await claim(call, job.id);
  await workers.setQualification(user, { workerId, key: 'licensed', value: 1 });
  expect(await claim(call, job.id)).toMatchObject({ claim: { id: open.id }, isNew: false });
  const answers = [{ questionKey: 'flood', value: true }];
  await submitAnswer(parts, call, { claimId: open.id, answers, regions: [] });
  expect((await catchRefusal(claim(call, job.id))).reason).toBe('NOT_QUALIFIED');
  await workers.setQualification(user, { workerId, key: 'licensed', value: 2 });
  expect((await claim(call, job.id)).isNew).toBe(true);
});
