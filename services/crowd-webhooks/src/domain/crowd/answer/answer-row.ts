import type { GuestNames } from '../guest/read-guest-names.ts';
import type { Answer } from './answer.ts';
import { showValues } from '../task/show-values.ts';
import { countWorkSeconds, showReviewStatus } from './show-status.ts';

export type AnswerRow = Readonly<Record<string, unknown>>;

/** Builds the row of an export, which is also the body of `answer.received.full`. It has the fields with which REST shows an answer. */
export function buildAnswerRow(answer: Answer, names: GuestNames): AnswerRow {
  const { id: answerId, jobId, jobTitle, taskId, variantIndex, repetitionIndex, workerId, isGuest } = answer;
  const { claimedAt, submittedAt, attentionChecksPassed = null, autoAccepted, rewardCents, review } = answer;
  const { inputDataSnapshot, isGolden, fileIds, fileNames = [] } = answer;
  return {
    id: answerId,
    answerId,
    jobId,
    jobTitle,
    taskId,
    variantIndex,
    repetitionIndex,
    workerId,
    guestWorkerId: isGuest ? workerId : null,
    status: showReviewStatus(answer),
    claimedAt,
    submittedAt,
    durationSeconds: countWorkSeconds(answer),
    answers: answer.answers.map(({ questionKey, questionType, value, label = null }) => ({
      questionKey,
      questionType,
      value,
      label,
    })),
    regions: answer.regions.map(buildRegion),
    attentionChecksPassed,
    workerMetadata: buildMetadata(answer),
    inputDataSnapshot: Object.keys(inputDataSnapshot).length === 0 ? null : showValues(inputDataSnapshot),
    autoAccepted,
    reviewedById: review?.reviewedBy ?? null,
    reviewedAt: review?.reviewedAt ?? null,
    rejectionCategory: review?.category ?? null,
    rejectionReason: review?.reason ?? null,
    acceptanceNote: review?.note ?? null,
    rewardCents,
    feedback: null,
    displayName: names.get(answer.personKey) ?? null,
    selfReviewed: review?.isSelfReview ?? false,
    golden: isGolden,
    fileIds,
    fileNames,
    runId: answer.run?.runId ?? null,
    stageSlug: answer.run?.stageSlug ?? null,
  };
}

function buildRegion(region: Answer['regions'][number]) {
  const { fileId = null, x = null, y = null, width = null, height = null, questionKey = null } = region;
  const { startSeconds = null, endSeconds = null, note = null } = region;
  return { fileId, x, y, width, height, startSeconds, endSeconds, note, questionKey };
}

function buildMetadata({ workerMetadata }: Answer) {
  const { language = null, country = null, deviceType = null, qualityScore = null } = workerMetadata;
  const { completedTasks, qualifications } = workerMetadata;
  return { language, country, deviceType, completedTasks, qualityScore, qualifications };
}
