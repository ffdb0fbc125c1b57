import { invalidField } from '@assay/chassis/errors';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { days } from '@assay/chassis/units';
import type { PageOf } from '@assay/chassis/pagination';
import { Audience, JobStatus, TaskStatus } from '@assay/proto/crowd/v1/crowd_job';
import type { CrowdJob, CrowdTask, JobCounts as JobCountsMessage } from '@assay/proto/crowd/v1/crowd_job';
import type {
  CreateCrowdJobRequest,
  CreateCrowdJobResponse,
  EstimateCrowdJobRequest,
  EstimateCrowdJobResponse,
  ListCrowdJobsResponse,
  ListCrowdTasksResponse,
  UpdateCrowdJobRequest,
} from '@assay/proto/crowd/v1/crowd_jobs_service';
import type { CreatedJobWithCounts } from '../domain/crowd/job/create-and-read.ts';
import type { JobEstimate } from '../domain/crowd/job/estimate-job.ts';
import type { JobOrder } from '../domain/crowd/job/job-order.ts';
import { countMoney } from '../domain/crowd/job/job.ts';
import type { JobCounts, JobWithCounts } from '../domain/crowd/job/job.ts';
import { countSlots } from '../domain/crowd/task/task.ts';
import type { Task } from '../domain/crowd/task/task.ts';
import { showValues } from '../domain/crowd/task/show-values.ts';
import { readQualification, toQualificationMessage } from './qualification-message.ts';
import { toWebhookWithSecret } from './webhook-message.ts';

export const jobStatuses = createEnumCodec(JobStatus);
const audiences = createEnumCodec(Audience);

/** Fields of a job that REST shows: those of the document that only the service needs are left out. */
export function toJobMessage({ job, counts }: JobWithCounts): CrowdJob {
  const { createdBy: createdById, surveyVersionId, maxRepetitions, variantCount, run, ...facts } = job;
  return {
    ...facts,
    ...countMoney({ job, counts }),
    createdById,
    variantCount,
    status: jobStatuses.toMessage(job.status),
    surveyTemplateVersionId: surveyVersionId,
    maxRepetitionsPerVariant: maxRepetitions,
    maxSlots: variantCount * maxRepetitions,
    requiredQualifications: job.requiredQualifications.map(toQualificationMessage),
    counts: toCountsMessage(counts),
    audience: audiences.toMessage(job.audience),
    watcherIds: [...job.watcherIds],
    workUrl: `/v2/work/${job.id}`,
    runId: run?.runId,
    stageSlug: run?.stageSlug,
  };
}

export function toCountsMessage(counts: JobCounts): JobCountsMessage {
  const { available, claimed, pendingReview, accepted, rejected, returned, expired, unopened, closed } =
    counts;
  return { available, claimed, pendingReview, accepted, rejected, returned, expired, unopened, closed };
}

export function toListJobsResponse({ items, ...facts }: PageOf<JobWithCounts>): ListCrowdJobsResponse {
  return { jobs: items.map(toJobMessage), ...facts };
}

export function toListTasksResponse({ items, ...facts }: PageOf<Task>): ListCrowdTasksResponse {
  return { tasks: items.map(toTaskMessage), ...facts };
}

function toTaskMessage(task: Task): CrowdTask {
  const { id, variantIndex, isGolden: golden, variant } = task;
  const { open, pending, accepted } = countSlots(task);
  return {
    id,
    variantIndex,
    golden,
    claims: open,
    answers: pending + accepted,
    status: findTaskStatus(task),
    inputData: showValues(variant.values ?? {}),
    fileIds: [...variant.fileIds],
  };
}

function findTaskStatus(task: Task): TaskStatus {
  const { free, open, pending, accepted, unopened } = countSlots(task);
  if (free > 0) return TaskStatus.OPEN;
  if (open + unopened > 0) return TaskStatus.CLAIMED;
  return pending + accepted > 0 ? TaskStatus.ANSWERED : TaskStatus.CLOSED;
}

export function toEstimateMessage(estimate: JobEstimate): EstimateCrowdJobResponse {
  return { ...estimate, warnings: estimate.warnings.map((warning) => ({ ...warning })) };
}

/** Reads a job with the defaults in place. INVALID_ARGUMENT for a qualification that no worker can have. */
export function readOrder(
  { job: request }: CreateCrowdJobRequest | EstimateCrowdJobRequest,
  now: Date,
): JobOrder {
  if (request === undefined) throw invalidField('job', 'The terms of the job are missing.');
  const { projectId, name, title, description, surveyTemplateVersionId: surveyVersionId } = request;
  const { maxRepetitionsPerVariant: maxRepetitions = 1, inputDataSetId, datasetVersionId, fileIds } = request;
  const { rewardCents = 0, claimTtlMinutes = 30, autoAcceptHours = 168, blind = true } = request;
  const { consensusThreshold, minResponses = maxRepetitions, estimatedMinutes, watcherIds } = request;
  return {
    projectId,
    name: name.trim(),
    title: title.trim(),
    description,
    surveyVersionId,
    category: request.category ?? 'survey',
    language: request.language ?? 'en',
    inputDataSetId,
    datasetVersionId,
    fileIds,
    maxRepetitions,
    rewardCents,
    claimTtlMinutes,
    autoAcceptHours,
    blind,
    consensusThreshold,
    minResponses,
    estimatedMinutes,
    validUntil: request.validUntil ?? new Date(now.getTime() + days(30)),
    guestsAllowed: request.guestsAllowed ?? false,
    audience: audiences.read('audience', request.audience) ?? 'organization',
    requiredQualifications: request.requiredQualifications.map(readQualification),
    goldenTaskRatio: request.goldenTaskRatio ?? 0,
    grantsQualification: request.grantsQualification,
    regionsRequested: request.regionsRequested ?? false,
    watcherIds: [...new Set(watcherIds)],
    maxCostCents: request.maxCostCents,
    webhooks: request.webhooks.map(({ url = '', eventTypes }) => ({ url, eventTypes })),
  };
}

/** Reads the fields of a job that a request changes. */
export function readJobChanges({
  jobId,
  name,
  title,
  description,
  validUntil,
  autoAcceptHours,
}: UpdateCrowdJobRequest) {
  return {
    jobId,
    ...(name !== undefined && { name: name.trim() }),
    ...(title !== undefined && { title: title.trim() }),
    ...(description !== undefined && { description }),
    ...(validUntil !== undefined && { validUntil }),
    ...(autoAcceptHours !== undefined && { autoAcceptHours }),
  };
}

export function toCreatedMessage({ created, webhooks }: CreatedJobWithCounts): CreateCrowdJobResponse {
  return { job: toJobMessage(created), webhooks: webhooks.map(toWebhookWithSecret) };
}
