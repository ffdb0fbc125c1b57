import { actionAudited } from '@assay/chassis/events/audit';
import { newEvent } from '@assay/chassis/events/event';
import type { EventContext, OutboxEntry } from '@assay/chassis/events/event';
import {
  AnswerAccepted,
  AnswerReceived,
  AnswerRejected,
  JobChanged,
  JobFundsReleased,
  ResponseSubmitted,
  RunJobClosed,
} from '@assay/proto/crowd/v1/crowd_events';
import type { AnswerWrite } from '../domain/crowd/answer/answer-write.ts';
import type { Answer } from '../domain/crowd/answer/answer.ts';
import type { JobChange, JobNews } from '../domain/crowd/job/job-news.ts';
import type { Job } from '../domain/crowd/job/job.ts';

type Cause = Pick<EventContext, 'call'>;

/** Builds the events of a write. `after` is the job after it. */
export function listJobEvents(after: Job, news: JobNews): readonly OutboxEntry[] {
  const { change, isReleased = false, isRunClosed = false, call, audited, reason } = news;
  const audit = { targetType: 'crowd_job', targetId: after.id, at: after.updatedAt, reason };
  return [
    ...(change === undefined ? [] : [jobChanged(after, change, call && { call })]),
    ...(isReleased ? listReleaseEvents(after).slice(-1) : []),
    ...(isRunClosed ? listRunClosings(after) : []),
    ...(audited === undefined || call === undefined
      ? []
      : [actionAudited(call, { ...audit, action: audited })]),
  ];
}

/** Builds the event of a change. `job` has the state after it. */
function jobChanged(job: Job, change: JobChange, { call }: Cause = {}): OutboxEntry {
  const { id: jobId, organizationId, projectId, title, category, status, maxRepetitions, updatedAt } = job;
  const { name, previousStatus, additionalRepetitions } = change;
  const value = {
    organizationId,
    projectId,
    jobId,
    name,
    title,
    category,
    status,
    previousStatus,
    additionalRepetitions,
    newMaxRepetitionsPerVariant: additionalRepetitions === undefined ? undefined : maxRepetitions,
    runId: job.run?.runId,
    stageSlug: job.run?.stageSlug,
  };
  return newEvent(JobChanged, value, { organizationId, occurredAt: updatedAt, ...(call && { call }) });
}

/** Builds the events by which billing releases the money of closed slots. Each has the same id each time. */
export function listReleaseEvents({
  id: jobId,
  organizationId,
  unitCents,
  releases,
}: Job): readonly OutboxEntry[] {
  return releases.map(({ slots, at: occurredAt }, index) => {
    const releaseId = `slots.${slots.toString()}`;
    const amountCents = (slots - (releases[index - 1]?.slots ?? 0)) * unitCents;
    const context = { organizationId, occurredAt, identity: `${jobId} ${releaseId}` };
    return newEvent(JobFundsReleased, { organizationId, jobId, releaseId, amountCents }, context);
  });
}

/** Builds the event that states the price of all answers to a closed job of a run. It has the same id each time. */
export function listRunClosings({
  id: crowdJobId,
  organizationId,
  run,
  updatedAt,
}: Job): readonly OutboxEntry[] {
  if (run?.answersCents === undefined) return [];
  const { runId, holdId, stageSlug, answersCents } = run;
  const value = { organizationId, runId, holdId, crowdJobId, stageSlug, answersCents };
  return [newEvent(RunJobClosed, value, { organizationId, occurredAt: updatedAt, identity: crowdJobId })];
}

/** A release of money that was held beyond the slots of a job. */
export interface SurplusRelease {
  /** Unique in the job. */
  readonly releaseId: string;
  readonly amountCents: number;
}

export function buildSurplusRelease(
  { id: jobId, organizationId, updatedAt: occurredAt }: Job,
  { releaseId, amountCents }: SurplusRelease,
): OutboxEntry {
  const context = { organizationId, occurredAt, identity: `${jobId} ${releaseId}` };
  return newEvent(JobFundsReleased, { organizationId, jobId, releaseId, amountCents }, context);
}

function answerReceived({ id: answerId, organizationId, jobId, submittedAt }: Answer): OutboxEntry {
  const context = { organizationId, occurredAt: submittedAt, identity: answerId };
  return newEvent(AnswerReceived, { organizationId, jobId, answerId }, context);
}

/** Builds the event of an answer to a stage of a run. It has the same id each time. Golden answers are none. */
function listResponses(answer: Answer): readonly OutboxEntry[] {
  const { id: responseId, organizationId, jobId: crowdJobId, workerId, submittedAt, run } = answer;
  if (run === undefined || answer.isGolden) return [];
  const { runId, stageId, decidingKey, goldCorrect, goldTotal } = run;
  const texts = answer.answers.filter(({ questionType }) => questionType === 'text');
  const decision = answer.answers.find(({ questionKey }) => questionKey === decidingKey);
  const value = {
    responseId,
    organizationId,
    runId,
    stageId,
    workerId,
    value: String(decision?.value),
    goldCorrect,
    goldTotal,
    submittedAt,
    crowdJobId,
    areas: answer.regions.map(({ fileId = '', x = 0, y = 0, width = 0, height = 0 }) => ({
      fileId,
      x,
      y,
      width,
      height,
    })),
    texts: Object.fromEntries(texts.map(({ questionKey, value: text }) => [questionKey, String(text)])),
  };
  const context = { organizationId, occurredAt: submittedAt, identity: responseId };
  return [newEvent(ResponseSubmitted, value, context)];
}

/** Builds the event by which billing charges an answer. It has the same id each time. */
function answerAccepted(answer: Answer, now: Date): OutboxEntry {
  const { id: answerId, organizationId, projectId, jobId, taskId, workerId, unitCents } = answer;
  const { review, run } = answer;
  const value = {
    organizationId,
    projectId,
    jobId,
    taskId,
    answerId,
    workerId,
    guestWorkerId: answer.isGuest ? workerId : undefined,
    reviewedById: review?.reviewedBy,
    acceptanceNote: review?.note,
    chargeCents: unitCents,
    runId: run?.runId,
    stageSlug: run?.stageSlug,
    holdId: run?.holdId === '' ? undefined : run?.holdId,
  };
  return newEvent(AnswerAccepted, value, { organizationId, occurredAt: now, identity: answerId });
}

/** Builds the event of a rejection. It has the same id each time. */
function answerRejected(answer: Answer, now: Date): OutboxEntry {
  const { id: answerId, organizationId, jobId, taskId, workerId, isGuest, review } = answer;
  const value = {
    organizationId,
    jobId,
    taskId,
    answerId,
    workerId,
    guestWorkerId: isGuest ? workerId : undefined,
    reviewedById: review?.reviewedBy ?? '',
    rejectionCategory: review?.category ?? '',
    rejectionReason: review?.reason ?? '',
  };
  // An answer can be rejected again after its rejection was undone.
  const identity = `${answerId} ${(review?.reviewedAt ?? now).getTime().toString()}`;
  return newEvent(AnswerRejected, value, { organizationId, occurredAt: now, identity });
}

/** Builds the events of a write of an answer. `answer` has the state after it. */
export function listAnswerEvents(
  answer: Answer,
  { now, news = [], call, audited, auditedTarget, reason }: AnswerWrite,
): readonly OutboxEntry[] {
  const build = {
    received: (received: Answer) => [answerReceived(received), ...listResponses(received)],
    accepted: (accepted: Answer) => [answerAccepted(accepted, now)],
    rejected: (rejected: Answer) => [answerRejected(rejected, now)],
  };
  const { type: targetType, id: targetId } = auditedTarget ?? { type: 'crowd_answer', id: answer.id };
  const audit = { targetType, targetId, at: now, reason };
  return [
    ...news.flatMap((name) => build[name](answer)),
    ...(audited === undefined || call === undefined
      ? []
      : [actionAudited(call, { ...audit, action: audited })]),
  ];
}

/** Builds the events of an answer that occurred at or after `since` once more, with the ids that they had. An undone rejection has none. */
export function rebuildAnswerEvents(answer: Answer, changedAt: Date, since: Date): readonly OutboxEntry[] {
  const { status, submittedAt, review } = answer;
  if (status === 'submitting') return [];
  const decidedAt = review?.reviewedAt ?? changedAt;
  return [
    ...(submittedAt < since ? [] : [answerReceived(answer), ...listResponses(answer)]),
    ...(status === 'pending_review' || decidedAt < since
      ? []
      : [(status === 'accepted' ? answerAccepted : answerRejected)(answer, decidedAt)]),
  ];
}
