import { newIdFor } from '@assay/chassis/ids';
import type { AnswerAccepted, AnswerRejected, JobChanged } from '@assay/proto/crowd/v1/crowd_events';
import type { Answer } from '../answer/answer.ts';
import type { GuestNames } from '../guest/read-guest-names.ts';
import { buildAnswerRow } from '../answer/answer-row.ts';
import type { Source } from '../../webhooks/event/build-events.ts';
import type { WebhookEvent } from '../../webhooks/event/event.ts';

/** Builds the webhook event of a change of a job. */
export function jobChanged({ id, occurredAt }: Source, change: JobChanged): WebhookEvent {
  const { organizationId, jobId, name, title, status, category, projectId } = change;
  const { previousStatus, additionalRepetitions, newMaxRepetitionsPerVariant } = change;
  return {
    id,
    occurredAt,
    organizationId,
    name,
    owner: { kind: 'job', id: jobId },
    // JSON leaves out what is undefined.
    body: JSON.stringify({
      jobId,
      title,
      status,
      category,
      projectId,
      previousStatus,
      additionalRepetitions,
      newMaxRepetitionsPerVariant,
    }),
  };
}

/** Builds the webhook event of an acceptance by a person. */
export function answerAccepted({ id, occurredAt }: Source, accepted: AnswerAccepted): WebhookEvent {
  const { organizationId, answerId, jobId, taskId, workerId, guestWorkerId = null } = accepted;
  const { reviewedById = null, acceptanceNote } = accepted;
  return {
    id,
    occurredAt,
    organizationId,
    name: 'answer.accepted',
    owner: { kind: 'job', id: jobId },
    body: JSON.stringify({
      answerId,
      jobId,
      taskId,
      workerId,
      guestWorkerId,
      reviewedById,
      rejectionReason: null,
      rejectionCategory: null,
      acceptanceNote,
    }),
  };
}

export function answerRejected({ id, occurredAt }: Source, rejected: AnswerRejected): WebhookEvent {
  const { organizationId, answerId, jobId, taskId, workerId, guestWorkerId = null } = rejected;
  const { reviewedById, rejectionReason, rejectionCategory } = rejected;
  return {
    id,
    occurredAt,
    organizationId,
    name: 'answer.rejected',
    owner: { kind: 'job', id: jobId },
    body: JSON.stringify({
      answerId,
      jobId,
      taskId,
      workerId,
      guestWorkerId,
      reviewedById,
      rejectionReason,
      rejectionCategory,
    }),
  };
}

/** Builds the two webhook events of a submission: with identifiers only, and with the whole answer. Each has an id of its own. */
export function answerReceived(
  { id, occurredAt }: Source,
  answer: Answer,
  names: GuestNames,
): readonly WebhookEvent[] {
  const {
    organizationId,
    id: answerId,
    jobId,
    taskId,
    workerId,
    isGuest,
    submittedAt,
    variantIndex,
  } = answer;
  const guestWorkerId = isGuest ? workerId : null;
  const shared = { occurredAt, organizationId, owner: { kind: 'job', id: jobId } } as const;
  return [
    {
      ...shared,
      id,
      name: 'answer.received',
      body: JSON.stringify({ answerId, jobId, taskId, workerId, guestWorkerId, submittedAt, variantIndex }),
    },
    {
      ...shared,
      id: newIdFor({ operation: id }, 'full'),
      name: 'answer.received.full',
      body: JSON.stringify(buildAnswerRow(answer, names)),
    },
  ];
}
