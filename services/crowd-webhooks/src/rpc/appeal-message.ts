import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { PageOf } from '@assay/chassis/pagination';
import { AppealDecision } from '@assay/proto/crowd/v1/appeals_service';
import type { Appeal as AppealMessage, ListAppealsResponse } from '@assay/proto/crowd/v1/appeals_service';
import { AppealStatus } from '@assay/proto/crowd/v1/work';
import type { OwnAppeal } from '@assay/proto/crowd/v1/work';
import type { AppealedAnswer } from '../domain/crowd/answer/answer.ts';
import type { Appeal } from '../domain/crowd/answer/appeal.ts';

export const appealStatuses = createEnumCodec(AppealStatus);
export const appealDecisions = createEnumCodec(AppealDecision);

export function toAppealMessage({ appeal, ...answer }: AppealedAnswer): AppealMessage {
  const { id, message, status, createdAt, resolution } = appeal;
  const { id: answerId, jobId, workerId, isGuest } = answer;
  return {
    id,
    answerId,
    jobId,
    workerId,
    message,
    createdAt,
    status: appealStatuses.toMessage(status),
    guestWorkerId: isGuest ? workerId : undefined,
    resolvedById: resolution?.resolvedBy,
    resolvedAt: resolution?.resolvedAt,
    note: resolution?.note,
  };
}

export function toOwnAppeal({ id, status }: Appeal): OwnAppeal {
  return { id, status: appealStatuses.toMessage(status) };
}

export function toListAppealsResponse({ items, ...facts }: PageOf<AppealedAnswer>): ListAppealsResponse {
  return { appeals: items.map(toAppealMessage), ...facts };
}
