import {
  AnsweredQuestion,
  AnswerStatus,
  CrowdAnswer,
  MarkedRegion,
  RejectionCategory,
  WorkerMetadata,
} from '@assay/proto/crowd/v1/crowd_answer';
import {
  AcceptCrowdAnswerRequest,
  AcceptCrowdAnswersRequest,
  AcceptCrowdAnswersResponse,
  RejectCrowdAnswerRequest,
  SkippedAnswer,
  UndoCrowdRejectionRequest,
  ReadAnswerExportResponse,
} from '@assay/proto/crowd/v1/crowd_answers_service';
import {
  Audience,
  ConsensusWeight,
  CrowdJob,
  CrowdTask,
  JobCounts,
  JobStatus,
  QualificationOperator,
  RequiredQualification,
  TaskStatus,
  VariantConsensus,
} from '@assay/proto/crowd/v1/crowd_job';
import {
  Agreement,
  ArchiveCrowdJobRequest,
  CreateCrowdJobRequest,
  CreateCrowdJobResponse,
  EstimateCrowdJobRequest,
  EstimateCrowdJobResponse,
  EstimateWarning,
  ExtendCrowdJobRequest,
  GetCrowdJobStatsResponse,
  JobWebhook,
  LiftRejectionLimitRequest,
  NewCrowdJob,
  PendingAnswers,
  UpdateCrowdJobRequest,
  WorkerStats,
} from '@assay/proto/crowd/v1/crowd_jobs_service';
import { sample } from '../sample.ts';
import { createdAt, ids, later, updatedAt } from './values.ts';

const title = 'Was this photograph changed?';
const description = 'Look at a photograph and say if something was changed.';
const requiredQualification: RequiredQualification = {
  ...{ key: 'quality', operator: QualificationOperator.AT_LEAST, value: 0.7 },
};
const counts: JobCounts = {
  ...{ available: 180, claimed: 4, pendingReview: 12, accepted: 104, rejected: 3, returned: 2, expired: 1 },
  ...{ unopened: 0, closed: 0 },
};
const job: CrowdJob = {
  ...{ id: ids.crowdJob, projectId: ids.project, organizationId: ids.organization },
  ...{ name: 'Changed photographs, March', title, description, category: 'survey', language: 'en' },
  ...{ status: JobStatus.ASSIGNABLE, surveyTemplateVersionId: ids.surveyVersion },
  ...{ inputDataSetId: undefined, datasetVersionId: undefined, variantCount: 100 },
  ...{
    maxRepetitionsPerVariant: 3,
    maxSlots: 300,
    rewardCents: 20,
    claimTtlMinutes: 30,
    autoAcceptHours: 168,
  },
  ...{
    validUntil: later,
    blind: true,
    guestsAllowed: false,
    requiredQualifications: [requiredQualification],
  },
  ...{ goldenTaskRatio: 0, minResponses: 3, consensusThreshold: undefined, regionsRequested: false, counts },
  ...{ estimatedCostCents: 7_200, heldCents: 4_704, spentCents: 2_496, createdById: ids.user },
  ...{
    audience: Audience.ORGANIZATION,
    estimatedMinutes: 1,
    watcherIds: [],
    workUrl: `/v2/work/${ids.crowdJob}`,
  },
  ...{ runId: undefined, stageSlug: undefined, grantsQualification: undefined, createdAt, updatedAt },
};
const newJob: NewCrowdJob = NewCrowdJob.fromPartial({
  ...{
    projectId: ids.project,
    name: job.name,
    title,
    description,
    surveyTemplateVersionId: ids.surveyVersion,
  },
  ...{ fileIds: [ids.file], maxRepetitionsPerVariant: 3, rewardCents: 20, maxCostCents: 8_000 },
});
const question: AnsweredQuestion = {
  ...{
    questionKey: 'changed',
    questionType: 'single_choice',
    value: 'yes',
    label: 'Yes, something was changed',
  },
};
const region: MarkedRegion = MarkedRegion.fromPartial({
  ...{ fileId: ids.file, x: 0.25, y: 0.5, width: 0.2, height: 0.1, note: 'The sign', questionKey: 'place' },
});
const metadata: WorkerMetadata = {
  ...{ language: 'en', country: 'IE', deviceType: undefined, completedTasks: 31, qualityScore: 0.82 },
  qualifications: { medical_images: true },
};
const answer: CrowdAnswer = {
  ...{ id: ids.answer, answerId: ids.answer, jobId: ids.crowdJob, jobTitle: title, taskId: ids.task },
  ...{ variantIndex: 7, repetitionIndex: 1, workerId: ids.worker, guestWorkerId: undefined },
  ...{
    status: AnswerStatus.PENDING_REVIEW,
    claimedAt: createdAt,
    submittedAt: updatedAt,
    durationSeconds: 48,
  },
  ...{ answers: [question], regions: [region], attentionChecksPassed: true, workerMetadata: metadata },
  ...{ inputDataSnapshot: undefined, autoAccepted: false, reviewedById: undefined, reviewedAt: undefined },
  ...{
    rejectionCategory: undefined,
    rejectionReason: undefined,
    acceptanceNote: undefined,
  },
  ...{ rewardCents: 20, feedback: undefined, selfReviewed: false, golden: false, displayName: undefined },
  ...{ fileIds: [ids.file], fileNames: ['IMG_0231.jpg'] },
};
const warning: EstimateWarning = {
  ...{ code: 'NO_GOLDEN', message: 'Without golden tasks the accuracy of workers is not measured.' },
};
const workerStats: WorkerStats = {
  ...{ workerId: ids.worker, guestWorkerId: undefined, answers: 31, accepted: 28, rejected: 1 },
  ...{ medianSeconds: 41.5, quality: 0.82, displayName: undefined },
};
const agreement: Agreement = { method: 'krippendorff_alpha', value: 0.71 };
const weight: ConsensusWeight = { workerId: ids.worker, weight: 0.82 };
const skipped: SkippedAnswer = { answerId: ids.answer, code: 'INVALID_STATE' };
const webhook: JobWebhook = { url: 'https://hooks.example.org/assay', eventTypes: ['job.finished'] };
const reason = 'The answer does not describe the photograph.';

export const crowdJobSamples = [
  sample(ReadAnswerExportResponse, { content: Buffer.from('[]'), nextPart: undefined }),
  sample(RequiredQualification, requiredQualification),
  sample(JobCounts, counts),
  sample(CrowdJob, job),
  sample(CrowdTask, {
    ...{ id: ids.task, variantIndex: 7, status: TaskStatus.OPEN, claims: 1, answers: 1, golden: false },
    ...{ inputData: {}, fileIds: [ids.file] },
  }),
  sample(ConsensusWeight, weight),
  sample(VariantConsensus, {
    ...{ taskId: ids.task, variantIndex: 7, value: { changed: 'yes' }, confidence: 0.93, method: 'bayes' },
    ...{ responses: 3, weights: [weight], ties: [] },
  }),
  sample(JobWebhook, webhook),
  sample(NewCrowdJob, newJob),
  sample(CreateCrowdJobRequest, { job: newJob }),
  sample(CreateCrowdJobResponse, { job, webhooks: [] }),
  sample(EstimateCrowdJobRequest, { job: newJob }),
  sample(EstimateWarning, warning),
  sample(EstimateCrowdJobResponse, {
    ...{ minCents: 7_200, expectedCents: 7_200, maxCents: 7_200, feeCents: 1_200, hourlyRewardCents: 1_200 },
    ...{ variantCount: 100, maxSlots: 300 },
    ...{ balanceCents: 10_000, sufficient: true, warnings: [warning] },
  }),
  sample(UpdateCrowdJobRequest, UpdateCrowdJobRequest.fromPartial({ title })),
  sample(ExtendCrowdJobRequest, { jobId: ids.crowdJob, additionalRepetitions: 2, validUntil: undefined }),
  sample(ArchiveCrowdJobRequest, { jobId: ids.crowdJob, pendingAnswers: PendingAnswers.ACCEPT_ALL }),
  sample(LiftRejectionLimitRequest, {
    jobId: ids.crowdJob,
    reason: 'The workers used a script, see ticket 4711.',
  }),
  sample(Agreement, agreement),
  sample(WorkerStats, workerStats),
  sample(GetCrowdJobStatsResponse, { counts, medianSeconds: 44, agreement, workers: [workerStats] }),
  sample(AnsweredQuestion, question),
  sample(MarkedRegion, region),
  sample(WorkerMetadata, metadata),
  sample(CrowdAnswer, answer),
  sample(AcceptCrowdAnswerRequest, {
    jobId: ids.crowdJob,
    answerId: ids.answer,
    acceptanceNote: 'Thank you.',
  }),
  sample(RejectCrowdAnswerRequest, {
    ...{ jobId: ids.crowdJob, answerId: ids.answer, rejectionReason: reason },
    rejectionCategory: RejectionCategory.LOW_EFFORT,
  }),
  sample(UndoCrowdRejectionRequest, {
    jobId: ids.crowdJob,
    answerId: ids.answer,
    reason: 'Rejected by mistake.',
  }),
  sample(AcceptCrowdAnswersRequest, { jobId: ids.crowdJob, answerIds: [ids.answer], allPending: undefined }),
  sample(SkippedAnswer, skipped),
  sample(AcceptCrowdAnswersResponse, { accepted: 11, skipped: [skipped], remaining: undefined }),
];
