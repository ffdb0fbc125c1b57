import { newId } from '@assay/chassis/ids';
import type { Page } from '@assay/chassis/pagination';
import { hours, minutes } from '@assay/chassis/units';
import { openObservedDatabase } from '@assay/test-kit/set-up/observed-database';
import type { ObservedDatabase } from '@assay/test-kit/set-up/observed-database';
import type { Db } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Guest } from '../../../src/domain/crowd/guest/guest.ts';
import type { Job } from '../../../src/domain/crowd/job/job.ts';
import type { SurveyVersion } from '../../../src/domain/crowd/survey/survey.ts';
import type { Participant } from '../../../src/domain/crowd/worker/worker.ts';
import { indexes } from '../../../src/resources.ts';
import { createAnswerStore } from '../../../src/store/crowd/answer-store.ts';
import type { AnswerFilter } from '../../../src/store/crowd/answer-store.ts';
import { createEarningsStore } from '../../../src/store/crowd/earnings-store.ts';
import { createJobStore } from '../../../src/store/crowd/job-store.ts';
import { createJobValueStore } from '../../../src/store/crowd/job-value-store.ts';
import { createParticipantStore } from '../../../src/store/crowd/participant-store.ts';
import { createTaskStore } from '../../../src/store/crowd/task-store.ts';
import { createWorkerStore } from '../../../src/store/crowd/worker-store.ts';
import { createGuestClaimStore } from '../../../src/store/guest-claim-store.ts';
import { createGuestCountStore } from '../../../src/store/guest-count-store.ts';
import { createGuestStore } from '../../../src/store/guest-store.ts';
import { createSurveyTemplateStore } from '../../../src/store/survey-template-store.ts';
import { createSurveyVersionStore } from '../../../src/store/survey-version-store.ts';
import { createWorkerProfileStore } from '../../../src/store/worker-profile-store.ts';
import { newAnswer } from '../new-answer.ts';
import {
  now,
  later,
  relay,
  organizationId,
  projectId,
  jobId,
  taskId,
  fileId,
  call,
  hold,
  job,
  worker,
  claim,
  task,
  template,
  workerId,
  personKey,
} from './sample-documents.ts';

let observed: ObservedDatabase;
let db: Db;

beforeAll(async () => {
  observed = await openObservedDatabase(indexes);
  ({ db } = observed);
});

afterAll(() => observed.close());

const expectCovered = (operation: () => Promise<void>) => observed.expectCovered(operation, 1);

/** Lists the pages by offset, the first one by cursor, and one after this position. */
function listPages(position: string): readonly Page[] {
  const page = { limit: 1, offset: 0 };
  return [page, { ...page, cursor: '' }, { ...page, cursor: Buffer.from(position).toString('base64url') }];
}

const newestPages = listPages(`${now.getTime().toString()}.x`);

it('creates, finds and changes jobs', () =>
  expectCovered(async () => {
    const jobs = createJobStore(db, relay);
    expect(await jobs.insertUnpaid(job)).toBe(true);
    expect(await jobs.isUnpaid(organizationId, jobId)).toBe(true);
    expect(await jobs.resumeUnpaid(organizationId, jobId, now)).toMatchObject({ id: jobId });
    expect(await jobs.listUnpaidBefore(later, 10)).toHaveLength(1);
    expect(await jobs.accept(job, call)).toBe(true);
    expect(await jobs.abandon(jobId, later)).toBe(false);
    await jobs.removeUnpaid(jobId);
    expect(await jobs.find(jobId)).toEqual(job);
    expect(await jobs.findOwn(organizationId, jobId)).toEqual(job);
    for (const filtered of [undefined, projectId])
      for (const status of [undefined, 'assignable'] as const)
        for (const page of newestPages)
          await jobs.list(organizationId, { projectId: filtered, status }, page);
    expect(await jobs.listAssignable(organizationId, now, 10)).toEqual([job]);
    expect(await jobs.listAssignable(newId(), now, 10)).toEqual([]);
    expect(await jobs.listOverdue(later, 10)).toEqual([job]);
    expect(await jobs.listMoving('', 10)).toEqual([job]);
    expect(await Array.fromAsync(jobs.listEvents(now))).toHaveLength(1);
    expect(await jobs.countGoldenClaim(job)).toBe(true);
    expect(await jobs.beginRejection(job, newId(), now)).toBeDefined();
    await jobs.endRejection(jobId, newId());
    expect(await jobs.update(job, { updatedAt: later, pendingHolds: [hold] })).toBeDefined();
    expect(await jobs.listWithHolds(later, 10)).toMatchObject([{ id: jobId, pendingHolds: [hold] }]);
  }));

it('removes jobs', () =>
  expectCovered(async () => {
    const jobs = createJobStore(db, relay);
    expect(await jobs.listOfProject(organizationId, projectId)).toHaveLength(1);
    await jobs.publishReleases(job);
    await jobs.publishSurplus(job, { releaseId: 'surplus.1', amountCents: 1 });
    const stage = { runId: newId(), stageId: newId(), stageSlug: 'stage', holdId: '', maxResponses: 1 };
    const run = { ...stage, areas: [], showsMaps: false, isOpen: true };
    const ofRun: Job = { ...job, id: newId(), status: 'finished', run };
    expect(await jobs.insertRequested(ofRun)).toBe(true);
    expect(await jobs.showUnrequested(ofRun)).toBeUndefined();
    expect(await jobs.listUnclosed(10)).toMatchObject([{ id: ofRun.id }]);
    expect(await jobs.listOfRun(organizationId, run.runId)).toMatchObject([{ id: ofRun.id }]);
    const unrequested = { ...ofRun, id: newId(), run: { ...run, isOpen: false, answersCents: 0 } };
    expect(await jobs.insertUnrequested(unrequested)).toBe(true);
    await jobs.publishClosing(unrequested);
    await jobs.hide(jobId, now);
    expect((await jobs.findEvenHidden(jobId))?.id).toBe(jobId);
    expect(await jobs.listHidden(later, 10)).toHaveLength(1);
    await jobs.remove(job);
  }));

it('stores and reads the values of jobs', () =>
  expectCovered(async () => {
    const jobValues = createJobValueStore(db);
    await jobValues.replaceMany(jobId, [{ number: 0, names: ['city'], rows: [['Kiel']] }]);
    expect(await jobValues.read(jobId, [{ chunk: 0, row: 0 }])).toEqual({ city: 'Kiel' });
    await jobValues.removeJob(jobId);
  }));

it('finds and changes tasks', () =>
  expectCovered(async () => {
    const tasks = createTaskStore(db);
    await tasks.insertMany([task]);
    expect(await tasks.find(jobId, taskId)).toEqual(task);
    expect(await tasks.findByClaim(claim.id)).toEqual(task);
    for (const isGolden of [false, true])
      for (const isNewToWorker of [false, true])
        for (const limit of [2, 10])
          await tasks.findFree({ jobId, workerId: newId(), isGolden, afterPlace: 0, isNewToWorker, limit });
    expect(await tasks.hasFree(jobId)).toBe(false);
    expect(await tasks.isUnfinished(jobId)).toBe(true);
    expect(await tasks.hasFewer(jobId, 2)).toBe(true);
    expect(await tasks.listExpired(jobId, now, 10)).toEqual([task]);
    expect(await tasks.listJobsWithExpired(now, 10)).toEqual([jobId]);
    await tasks.listUnused(jobId, 10);
    await tasks.listOfFile(organizationId, fileId, 10);
    expect(await Array.fromAsync(tasks.readAll(jobId))).toEqual([task]);
    for (const page of listPages('5')) await tasks.list(jobId, 1, page);
    await tasks.count([jobId]);
    const group = { repetitions: task.repetitions, taskCount: 1, slots: task.slots };
    expect(await tasks.countRepetitions(jobId)).toEqual([group]);
    expect(await tasks.replace({ ...task, pendingHolds: [hold] })).toBe(true);
    expect(await tasks.hasPendingHold(jobId)).toBe(true);
    expect(await tasks.listWithHolds(later, 10)).toMatchObject([{ id: taskId, pendingHolds: [hold] }]);
    await tasks.removeJob(jobId);
  }));

/** Lists the combinations of the filters of answers. */
function listFilters(): readonly AnswerFilter[] {
  const both = <T>(value: T) => [undefined, value] as const;
  return both('accepted' as const).flatMap((status) =>
    both(workerId).flatMap((named) =>
      both(now).map((submittedSince) => ({ jobId, status, workerId: named, submittedSince })),
    ),
  );
}

it('finds and changes answers', () =>
  expectCovered(async () => {
    const answers = createAnswerStore(db, relay);
    const answer = newAnswer(job, { workerId, personKey });
    expect(await answers.insert(answer)).toBe(true);
    await answers.find(answer.id);
    await answers.findInJob(jobId, answer.id);
    for (const filter of listFilters()) {
      for (const page of newestPages) await answers.list(filter, page);
      await Array.fromAsync(answers.readAfter(filter, `${now.getTime().toString()}.x`));
      await Array.fromAsync(answers.readAll(filter));
    }
    for (const status of [undefined, 'rejected'] as const)
      await answers.count({ jobId, status, isGolden: false });
    for (const named of [undefined, jobId])
      for (const page of newestPages) await answers.listOfPerson(personKey, { jobId: named }, page);
    const hidden = { personKey, isGolden: true, status: 'accepted' } as const;
    await answers.insert(newAnswer(job, { ...hidden, rewardCents: 1 }));
    await answers.insert(newAnswer(job, { ...hidden, rewardCents: 5, autoAcceptAt: now }));
    expect(await answers.sumRewards(personKey, now)).toEqual({ pending: 11, earned: 5 });
    await answers.countOfWorker(organizationId, workerId);
    await answers.sumGolden(jobId, workerId);
    await answers.findByAppeal(organizationId, newId());
    for (const status of [undefined, 'open'] as const)
      for (const page of newestPages) await answers.listAppeals({ jobId, status }, page);
    expect(await answers.listUnsynced(later, 10)).toHaveLength(3);
    expect(await answers.listAutoAccepted(new Date(later.getTime() + hours(200)), 10)).toHaveLength(1);
    await answers.markSynced(answer);
    await answers.publishAcceptance(answer, now);
    expect(await answers.update(answer, { status: 'accepted' }, { now })).toBeDefined();
    expect(await Array.fromAsync(answers.listEvents(now))).toHaveLength(2);
    await answers.removeRefused(answer.id);
    expect(await answers.listReviewers(jobId)).toEqual([]);
    await answers.removeUnreviewed(jobId);
    await answers.removeJob(jobId);
  }));

it('finds and changes workers and participants', () =>
  expectCovered(async () => {
    const workers = createWorkerStore(db, relay);
    await workers.insert(worker);
    await workers.insert(worker);
    expect(await workers.find(organizationId, workerId)).toEqual(worker);
    expect(await workers.findPerson(organizationId, personKey)).toEqual(worker);
    expect(await workers.findMany(organizationId, [workerId])).toEqual([worker]);
    await workers.countAnswer(workerId, newId(), { completedTasks: 1, goldenTotal: 0, goldenCorrect: 0 });
    expect(await workers.setBlocked(worker, { call, now, isBlocked: true, reason: 'test' })).toBe(true);
    expect(await workers.listUnsyncedBlocks(later, 10)).toHaveLength(1);
    await workers.markBlockSynced({ ...worker, isBlocked: true });
    await workers.setQualification(organizationId, workerId, { key: 'birds', value: 1 });

    const participants = createParticipantStore(db);
    const participant: Participant = {
      id: `${jobId}:${workerId}`,
      organizationId,
      jobId,
      workerId,
      personKey,
      isGuest: false,
      isBlocked: false,
      claimId: undefined,
      answered: 0,
      goldenAnswered: 0,
    };
    await participants.insert(participant);
    await participants.insert(participant);
    expect(await participants.find(jobId, personKey)).toEqual(participant);
    const claimId = newId();
    expect(await participants.reserve(jobId, personKey, claimId)).toBeDefined();
    expect(await participants.reserveAgain({ ...participant, claimId }, newId())).toBe(true);
    await participants.release(jobId, workerId, { claimId, answered: 'golden' });
    await participants.setBlocked(organizationId, workerId, true);
    await participants.removeJob(jobId);

    const earnings = createEarningsStore(db);
    await earnings.insert({ jobId, personKey, earnedCents: 10 });
    expect(await earnings.sum(personKey)).toBe(10);
  }));

it('finds and changes guests and profiles', () =>
  expectCovered(async () => {
    const guests = createGuestStore(db);
    const guest: Guest = {
      id: newId(),
      organizationId,
      jobId,
      name: '',
      tokenSha256: 'sha',
      createdAt: now,
      usedAt: now,
      expiresAt: later,
      profile: { language: undefined, country: undefined },
    };
    await guests.insert(guest);
    expect(await guests.findByToken('sha', now)).toEqual(guest);
    expect(await guests.find(organizationId, guest.id)).toEqual(guest);
    await guests.noteUse(guest, { usedAt: later, expiresAt: later });
    await guests.updateProfile(organizationId, guest.id, { language: 'de' });
    await guests.removeOfJobs(organizationId, [jobId]);
    const counts = createGuestCountStore(db);
    const endsAt = new Date(now.getTime() + minutes(1));
    for (const limit of [2, 2, 2]) await counts.count('key', limit, endsAt);
    const claims = createGuestClaimStore(db);
    const bounds = { limit: 2, now };
    for (const id of ['a', 'b', 'a'])
      expect(await claims.count('key', { id, expiresAt: later }, bounds)).toBe(true);
    expect(await claims.count('key', { id: 'c', expiresAt: later }, bounds)).toEqual(later);
    await claims.release('a');
    const profiles = createWorkerProfileStore(db);
    await profiles.update('user', { country: 'DE' });
    expect(await profiles.find('user')).toEqual({ language: undefined, country: 'DE' });
  }));

it('finds and changes surveys', () =>
  expectCovered(async () => {
    const templates = createSurveyTemplateStore(db);
    await templates.insert(template);
    await templates.insert(template);
    expect(await templates.find(organizationId, template.id)).toEqual(template);
    for (const filtered of [undefined, projectId])
      for (const page of newestPages) await templates.list(organizationId, { projectId: filtered }, page);
    expect(await templates.listOfProject(organizationId, projectId)).toEqual([template.id]);
    const versions = createSurveyVersionStore(db);
    const version: Omit<SurveyVersion, 'versionNumber'> = {
      id: newId(),
      organizationId,
      templateId: template.id,
      publishedAt: now,
      title: 'Test',
      introduction: undefined,
      questions: [],
    };
    for (const _attempt of [1, 2]) expect(await versions.insert(version)).toMatchObject({ versionNumber: 1 });
    expect(await versions.find(organizationId, version.id)).toMatchObject(version);
    expect(await versions.listSummaries(organizationId, [template.id])).toHaveLength(1);
    await versions.removeTemplates(organizationId, [template.id]);
    await templates.removeProject(organizationId, projectId);
  }));
