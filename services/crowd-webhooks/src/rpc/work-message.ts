import type { PageOf } from '@assay/chassis/pagination';
import type { OwnAnswer, WorkClaim, WorkerJob as WorkerJobMessage } from '@assay/proto/crowd/v1/work';
import type {
  ClaimTaskResponse,
  GetWorkerJobResponse,
  ListWorkerAnswersResponse,
  ListWorkerJobsResponse,
  SubmitAnswerRequest,
  SubmitAnswerResponse,
} from '@assay/proto/crowd/v1/work_service';
import type { Answer } from '../domain/crowd/answer/answer.ts';
import { showStatus } from '../domain/crowd/answer/show-status.ts';
import type { Submission, SubmittedAnswer } from '../domain/crowd/answer/submit-answer.ts';
import { readAppealEnd } from '../domain/crowd/appeal/appeal-end.ts';
import type { ShownClaim } from '../domain/crowd/claim/show-claim.ts';
import type { WorkerJob, WorkerJobDetails } from '../domain/crowd/job/list-worker-jobs.ts';
import { showValues } from '../domain/crowd/task/show-values.ts';
import { answerStatuses, toAnsweredMessages, toCategory, toRegionMessage } from './answer-message.ts';
import { toOwnAppeal } from './appeal-message.ts';
import { toWorkerQuestion } from './survey-message.ts';

function toWorkerJobMessage({ job, availableSlots }: WorkerJob): WorkerJobMessage {
  const { id, title, description, language, rewardCents, estimatedMinutes } = job;
  return { id, title, description, language, rewardCents, estimatedMinutes, availableSlots };
}

export function toClaimMessage(shown: ShownClaim): WorkClaim {
  const { claim, task, job, survey, inputData, files, remainingSeconds, guestToken } = shown;
  return {
    claimId: claim.id,
    taskId: task.id,
    jobId: job.id,
    variantIndex: shown.shownIndex,
    remainingSeconds,
    guestToken,
    expiresAt: claim.expiresAt,
    extended: claim.isExtended,
    survey: { ...survey, questions: survey.questions.map(toWorkerQuestion) },
    inputData: showValues(inputData),
    fileUrls: files.map(({ url }) => url),
    files: files.map((file) => ({ ...file })),
    regionsRequested: job.regionsRequested,
    filesPending: shown.isPending,
    maps: shown.maps.map(({ url, expiresAt, width, height }) => ({ url, expiresAt, width, height })),
    areas: (job.run?.areas ?? []).map(({ fileId, x, y, width, height }) => ({ fileId, x, y, width, height })),
  };
}

/** Shows an answer as its worker sees it. */
export function toOwnAnswer(answer: Answer, now: Date): OwnAnswer {
  const { id, jobId, jobTitle, taskId, claimedAt, submittedAt, rewardCents, review } = answer;
  return {
    id,
    answerId: id,
    jobId,
    jobTitle,
    taskId,
    claimedAt,
    submittedAt,
    rewardCents,
    status: answerStatuses.toMessage(showStatus(answer, now)),
    answers: toAnsweredMessages(answer),
    regions: answer.regions.map(toRegionMessage),
    rejectionCategory: toCategory(answer),
    appeal: answer.appeal && toOwnAppeal(answer.appeal),
    appealableUntil: readAppealEnd(answer),
    rejectionReason: review?.reason,
    acceptanceNote: review?.note,
    thisSubmission: undefined,
  };
}

export function toOwnAnswersPage({ items, ...facts }: PageOf<Answer>, now: Date): ListWorkerAnswersResponse {
  return { answers: items.map((answer) => toOwnAnswer(answer, now)), ...facts };
}

export function readSubmission({ claimId, answers, regions }: SubmitAnswerRequest): Submission {
  return {
    claimId,
    answers: answers.map(({ questionKey, value }) => ({ questionKey, value: value as unknown })),
    regions: regions.map((region) => ({ ...region })),
  };
}

export function toWorkerJobsPage({ items, total, nextCursor }: PageOf<WorkerJob>): ListWorkerJobsResponse {
  return { jobs: items.map(toWorkerJobMessage), total, nextCursor };
}

export function toWorkerJobDetails(found: WorkerJobDetails): GetWorkerJobResponse {
  const { introduction, job } = found;
  return { job: toWorkerJobMessage(found), introduction, guestsAllowed: job.guestsAllowed };
}

export function toClaimResponse(shown: ShownClaim): ClaimTaskResponse {
  return { claim: toClaimMessage(shown), isNew: shown.isNew };
}

export function toSubmitResponse(
  { answer, isNew, isStored }: SubmittedAnswer,
  now: Date,
): SubmitAnswerResponse {
  const thisSubmission = isStored ? undefined : { stored: false };
  return { answer: { ...toOwnAnswer(answer, now), thisSubmission }, isNew };
}
