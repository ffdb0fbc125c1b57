import { AnswerStatus, RejectionCategory } from '@assay/proto/crowd/v1/crowd_answer';
import { QuestionType, Survey } from '@assay/proto/crowd/v1/survey';
import {
  AppealStatus,
  OwnAnswer,
  OwnAppeal,
  SubmittedAnswer,
  SubmittedRegion,
  ThisSubmission,
  WorkArea,
  WorkClaim,
  WorkerJob,
  WorkFile,
  WorkMap,
} from '@assay/proto/crowd/v1/work';
import {
  ClaimTaskRequest,
  GetWorkerBalanceResponse,
  GetWorkerJobResponse,
  SubmitAnswerRequest,
} from '@assay/proto/crowd/v1/work_service';
import { sample } from '../sample.ts';
import { createdAt, ids, later, updatedAt } from './values.ts';

const title = 'Was this photograph changed?';
const job: WorkerJob = {
  id: ids.crowdJob,
  title,
  description: 'Look at a photograph and say if something was changed.',
  language: 'en',
  rewardCents: 20,
  estimatedMinutes: 1,
  availableSlots: 180,
};
const file: WorkFile = {
  fileId: ids.file,
  url: 'https://files.example.org/signed',
  mimeType: 'image/jpeg',
  width: 4_000,
  height: 3_000,
  durationSeconds: undefined,
};
const map: WorkMap = { url: 'https://files.example.org/map', expiresAt: later, width: 512, height: 384 };
const area: WorkArea = { fileId: ids.file, x: 0.25, y: 0.5, width: 0.2, height: 0.1 };
const survey: Survey = Survey.fromPartial({
  title: 'Changed photographs',
  introduction: 'Look at the whole photograph first.',
  language: 'en',
  questions: [{ key: 'changed', type: QuestionType.BOOLEAN, label: 'Was it changed?', required: true }],
});
const submitted: SubmittedAnswer = { questionKey: 'changed', value: true };
const appeal: OwnAppeal = { id: ids.appeal, status: AppealStatus.OPEN };
const region: SubmittedRegion = SubmittedRegion.fromPartial({
  fileId: ids.file,
  x: 0.25,
  y: 0.5,
  width: 0.2,
  height: 0.1,
  note: 'The sign',
});

export const crowdWorkSamples = [
  sample(WorkerJob, job),
  sample(GetWorkerJobResponse, { job, introduction: survey.introduction, guestsAllowed: false }),
  sample(WorkFile, file),
  sample(WorkMap, map),
  sample(WorkArea, area),
  sample(ClaimTaskRequest, ClaimTaskRequest.fromPartial({})),
  sample(WorkClaim, {
    claimId: ids.answer,
    taskId: ids.task,
    jobId: ids.crowdJob,
    variantIndex: 7,
    survey,
    inputData: {},
    fileUrls: [file.url],
    files: [file],
    expiresAt: later,
    remainingSeconds: 1_740,
    extended: false,
    regionsRequested: false,
    guestToken: undefined,
    filesPending: false,
    maps: [map],
    areas: [area],
  }),
  sample(SubmittedAnswer, submitted),
  sample(SubmittedRegion, region),
  sample(SubmitAnswerRequest, SubmitAnswerRequest.fromPartial({ answers: [submitted] })),
  sample(OwnAppeal, appeal),
  sample(ThisSubmission, { stored: false }),
  sample(OwnAnswer, {
    id: ids.answer,
    answerId: ids.answer,
    jobId: ids.crowdJob,
    jobTitle: title,
    taskId: ids.task,
    status: AnswerStatus.REJECTED,
    claimedAt: createdAt,
    submittedAt: updatedAt,
    rewardCents: 20,
    answers: [{ questionKey: 'changed', questionType: 'boolean', value: true, label: undefined }],
    regions: [],
    rejectionCategory: RejectionCategory.LOW_EFFORT,
    acceptanceNote: undefined,
    appeal,
    rejectionReason: 'The answer does not describe the photograph.',
    appealableUntil: undefined,
    thisSubmission: undefined,
  }),
  sample(GetWorkerBalanceResponse, { pendingCents: 240, earnedCents: 1_860, currency: 'EUR' }),
];
