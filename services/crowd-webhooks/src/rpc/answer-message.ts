import { invalidField } from '@assay/chassis/errors';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { PageOf } from '@assay/chassis/pagination';
import { AnswerStatus, RejectionCategory } from '@assay/proto/crowd/v1/crowd_answer';
import type { CrowdAnswer } from '@assay/proto/crowd/v1/crowd_answer';
import type {
  AcceptCrowdAnswersRequest,
  AcceptCrowdAnswersResponse,
  ListCrowdAnswersRequest,
  ListCrowdAnswersResponse,
} from '@assay/proto/crowd/v1/crowd_answers_service';
import type { AcceptedMany, AcceptMany } from '../domain/crowd/answer/accept-many.ts';
import type { Answer, MarkedRegion } from '../domain/crowd/answer/answer.ts';
import type { GuestNames } from '../domain/crowd/guest/read-guest-names.ts';
import { showValues } from '../domain/crowd/task/show-values.ts';
import { countWorkSeconds, showReviewStatus } from '../domain/crowd/answer/show-status.ts';

export const answerStatuses = createEnumCodec(AnswerStatus);
export const rejectionCategories = createEnumCodec(RejectionCategory);

export function toAnswerMessage(answer: Answer, names: GuestNames): CrowdAnswer {
  const { id, jobId, jobTitle, taskId, variantIndex, repetitionIndex, workerId, isGuest, isGolden } = answer;
  const { claimedAt, submittedAt, attentionChecksPassed, autoAccepted, rewardCents, review } = answer;
  const { workerMetadata, inputDataSnapshot, fileIds, fileNames = [] } = answer;
  return {
    id,
    answerId: id,
    jobId,
    jobTitle,
    taskId,
    variantIndex,
    repetitionIndex,
    workerId,
    claimedAt,
    submittedAt,
    attentionChecksPassed,
    autoAccepted,
    rewardCents,
    guestWorkerId: isGuest ? workerId : undefined,
    displayName: names.get(answer.personKey),
    status: toStatus(answer),
    durationSeconds: countWorkSeconds(answer),
    answers: toAnsweredMessages(answer),
    regions: answer.regions.map(toRegionMessage),
    workerMetadata: { ...workerMetadata, qualifications: { ...workerMetadata.qualifications } },
    inputDataSnapshot:
      Object.keys(inputDataSnapshot).length === 0 ? undefined : showValues(inputDataSnapshot),
    reviewedById: review?.reviewedBy,
    reviewedAt: review?.reviewedAt,
    rejectionReason: review?.reason,
    acceptanceNote: review?.note,
    feedback: undefined,
    rejectionCategory: toCategory(answer),
    selfReviewed: review?.isSelfReview ?? false,
    golden: isGolden,
    fileIds: [...fileIds],
    fileNames: [...fileNames],
    runId: answer.run?.runId,
    stageSlug: answer.run?.stageSlug,
  };
}

export function toStatus(answer: Pick<Answer, 'status'>): AnswerStatus {
  return answerStatuses.toMessage(showReviewStatus(answer));
}

export function toCategory({ review }: Pick<Answer, 'review'>): RejectionCategory | undefined {
  return review?.category && rejectionCategories.toMessage(review.category);
}

export function toAnsweredMessages({ answers }: Pick<Answer, 'answers'>) {
  return answers.map(({ questionKey, questionType, value, label }) => ({
    questionKey,
    questionType,
    value,
    label,
  }));
}

export function toRegionMessage(region: MarkedRegion) {
  const { fileId, x, y, width, height, startSeconds, endSeconds, note, questionKey } = region;
  return {
    fileId,
    x,
    y,
    width,
    height,
    questionKey,
    startSeconds: startSeconds ?? undefined,
    endSeconds: endSeconds ?? undefined,
    note: note ?? undefined,
  };
}

export function toListAnswersResponse(
  { items, ...facts }: PageOf<Answer>,
  names: GuestNames,
): ListCrowdAnswersResponse {
  return { answers: items.map((answer) => toAnswerMessage(answer, names)), ...facts };
}

/** INVALID_ARGUMENT unless exactly one of both fields is set. */
export function readAcceptMany({
  jobId,
  answerIds,
  allPending = false,
}: AcceptCrowdAnswersRequest): AcceptMany {
  if (allPending === answerIds.length > 0) {
    throw invalidField('answerIds', 'Send either `answerIds` or `allPending`.');
  }
  return allPending ? { jobId, allPending } : { jobId, answerIds };
}

/** INVALID_ARGUMENT for an unknown status. */
export function readAnswerQuery(request: ListCrowdAnswersRequest) {
  const { jobId, status, workerId, submittedSince, ...page } = request;
  return {
    jobId,
    submittedSince,
    page,
    workerId: workerId === '' ? undefined : workerId,
    status: answerStatuses.read('status', status),
  };
}

export function toAcceptedMany({ accepted, skipped, remaining }: AcceptedMany): AcceptCrowdAnswersResponse {
  return { accepted, skipped: skipped.map((item) => ({ ...item })), remaining };
}
