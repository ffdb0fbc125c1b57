import { newEvent } from '@assay/chassis/events/event';
import type { EventContext, OutboxEntry } from '@assay/chassis/events/event';
import {
  AnswerAccepted,
  AnswerReceived,
  AnswerRejected,
  JobChanged,
  JobFundsReleased,
} from '@assay/proto/crowd/v1/crowd_events';
import type { Answer } from '../domain/answer/answer.ts';
import type { Job, JobStatus } from '../domain/job/job.ts';

type Cause = Pick<EventContext, 'call'>;

/** The event of a change of a job. The webhooks of the job receive it. */
export interface JobChange {
  /** Such as `job.paused`. */
  readonly name: string;
  readonly previousStatus?: JobStatus;
  readonly additionalRepetitions?: number;
}

/** Builds the event of a change. `job` has the state after it. */
export function jobChanged(job: Job, change: JobChange, { call }: Cause = {}): OutboxEntry {
  const { id: jobId, organizationId, projectId, title, category, status, maxRepetitions, updatedAt } = job;
  const { name, previousStatus, additionalRepetitions } = change;
  const value = {
    ...{ organizationId, projectId, jobId, name, title, category, status },
    ...{ previousStatus, additionalRepetitions },
    newMaxRepetitionsPerVariant: additionalRepetitions === undefined ? undefined : maxRepetitions,
  };
  return newEvent(JobChanged, value, { organizationId, occurredAt: updatedAt, ...(call && { call }) });
}

/** Builds the event by which billing releases the money of slots, all of those that were closed before included. */
export function fundsReleased(job: Job, slots: number): OutboxEntry {
  const { id: jobId, organizationId, unitCents, releasedSlots, updatedAt } = job;
  const value = {
    ...{ organizationId, jobId },
    releaseId: `slots.${slots.toString()}`,
    amountCents: (slots - releasedSlots) * unitCents,
  };
  const identity = `${jobId} ${value.releaseId}`;
  return newEvent(JobFundsReleased, value, { organizationId, occurredAt: updatedAt, identity });
}

export function answerReceived({ id: answerId, organizationId, jobId, submittedAt }: Answer): OutboxEntry {
  const context = { organizationId, occurredAt: submittedAt, identity: answerId };
  return newEvent(AnswerReceived, { organizationId, jobId, answerId }, context);
}

/** Builds the event by which billing charges an answer. It has the same id each time. */
export function answerAccepted(answer: Answer, now: Date): OutboxEntry {
  const { id: answerId, organizationId, projectId, jobId, taskId, workerId, unitCents } = answer;
  const { review } = answer;
  const value = {
    ...{ organizationId, projectId, jobId, taskId, answerId, workerId },
    guestWorkerId: answer.isGuest ? workerId : undefined,
    reviewedById: review?.reviewedBy,
    acceptanceNote: review?.note,
    chargeCents: unitCents,
    ...{ runId: undefined, stageSlug: undefined },
  };
  return newEvent(AnswerAccepted, value, { organizationId, occurredAt: now, identity: answerId });
}

export function answerRejected(answer: Answer, now: Date): OutboxEntry {
  const { id: answerId, organizationId, jobId, taskId, workerId, isGuest, review } = answer;
  const value = {
    ...{ organizationId, jobId, taskId, answerId, workerId },
    guestWorkerId: isGuest ? workerId : undefined,
    reviewedById: review?.reviewedBy ?? '',
    rejectionCategory: review?.category ?? '',
    rejectionReason: review?.reason ?? '',
  };
  return newEvent(AnswerRejected, value, { organizationId, occurredAt: now });
}
