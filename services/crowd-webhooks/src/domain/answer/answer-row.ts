import type { Answer } from './answer.ts';
import { countWorkSeconds, showReviewStatus } from './show-status.ts';

/** Builds the row of an answer as JSON: the body of `answer.received.full`, in the form in which REST shows an answer. */
export function buildAnswerRow(answer: Answer): Readonly<Record<string, unknown>> {
  const { id: answerId, jobId, jobTitle, taskId, variantIndex, repetitionIndex, workerId, isGuest } = answer;
  const { claimedAt, submittedAt, attentionChecksPassed = null, autoAccepted, rewardCents, review } = answer;
  const { inputDataSnapshot, isGolden } = answer;
  return {
    ...{ answerId, jobId, jobTitle, taskId, variantIndex, repetitionIndex, workerId },
    guestWorkerId: isGuest ? workerId : null,
    ...{ status: showReviewStatus(answer), claimedAt, submittedAt },
    durationSeconds: countWorkSeconds(answer),
    answers: answer.answers.map(({ questionKey, questionType, value, label = null }) => ({
      ...{ questionKey, questionType, value, label },
    })),
    regions: answer.regions.map(buildRegion),
    attentionChecksPassed,
    workerMetadata: buildMetadata(answer),
    inputDataSnapshot: Object.keys(inputDataSnapshot).length === 0 ? null : inputDataSnapshot,
    ...{ autoAccepted, reviewedById: review?.reviewedBy ?? null, reviewedAt: review?.reviewedAt ?? null },
    ...{ rejectionCategory: review?.category ?? null, rejectionReason: review?.reason ?? null },
    ...{ acceptanceNote: review?.note ?? null, rewardCents, feedback: null },
    ...(isGolden && { golden: true }),
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
