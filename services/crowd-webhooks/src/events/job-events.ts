import { actionAudited } from '@assay/chassis/events/audit';
import { newEvent } from '@assay/chassis/events/event';
import type { EventContext, OutboxEntry } from '@assay/chassis/events/event';
import {
  AnswerAccepted,
  AnswerReceived,
  AnswerRejected,
  JobChanged,
  JobFundsReleased,
} from '@assay/proto/crowd/v1/crowd_events';
import type { AnswerWrite } from '../domain/crowd/answer/answer-write.ts';
import type { Answer } from '../domain/crowd/answer/answer.ts';
import type { JobChange, JobNews } from '../domain/crowd/job/job-news.ts';
import type { Job } from '../domain/crowd/job/job.ts';

type Cause = Pick<EventContext, 'call'>;

/** Builds the events of a write. `after` is the job after it. */
export function listJobEvents(after: Job, news: JobNews): readonly OutboxEntry[] {
  const { change, isReleased = false, call, audited, reason } = news;
  const audit = { targetType: 'crowd_job', targetId: after.id, at: after.updatedAt, reason };
  return [
    ...(change === undefined ? [] : [jobChanged(after, change, call && { call })]),
    ...(isReleased ? listReleaseEvents(after).slice(-1) : []),
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

/** Builds the event by which billing charges an answer. It has the same id each time. */
function answerAccepted(answer: Answer, now: Date): OutboxEntry {
  const { id: answerId, organizationId, projectId, jobId, taskId, workerId, unitCents } = answer;
  const { review } = answer;
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
    runId: undefined,
    stageSlug: undefined,
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
  const build = { received: answerReceived, accepted: answerAccepted, rejected: answerRejected };
  const { type: targetType, id: targetId } = auditedTarget ?? { type: 'crowd_answer', id: answer.id };
  const audit = { targetType, targetId, at: now, reason };
  return [
    ...news.map((name) => build[name](answer, now)),
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
    ...(submittedAt < since ? [] : [answerReceived(answer)]),
    ...(status === 'pending_review' || decidedAt < since
      ? []
      : [(status === 'accepted' ? answerAccepted : answerRejected)(answer, decidedAt)]),
  ];
}
