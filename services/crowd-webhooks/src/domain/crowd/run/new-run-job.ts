import type { Prices } from '../../../deps.ts';
import type { Job, JobRun } from '../job/job.ts';
import { computeReward } from '../job/price.ts';
import { findBuiltInSurvey, nameBuiltInSurvey } from '../survey/built-in/built-in-surveys.ts';
import { newOrderKey } from '../task/task-order.ts';
import type { ResponseRequest } from './response-request.ts';

interface Circumstances {
  readonly now: Date;
  readonly prices: Pick<Prices, 'feePercent'>;
}

/** The minutes in which a task must be submitted. */
const claimTtlMinutes = 30;

/** Builds the job by which a stage of a run asks people. Undefined for a stage without a survey. */
export function newRunJob(request: ResponseRequest, { now, prices }: Circumstances): Job | undefined {
  const { jobId: id, organizationId, projectId, stageSlug, terms } = request;
  const { unitCents, minResponses, maxResponses, consensusThreshold, validUntil } = terms;
  const language = terms.language === '' ? 'en' : terms.language;
  const surveyVersionId = nameBuiltInSurvey(stageSlug, request.pipelineVersion);
  const survey = findBuiltInSurvey(surveyVersionId, language);
  if (survey === undefined) return undefined;
  return {
    ...fixedTerms,
    id,
    organizationId,
    projectId,
    surveyVersionId,
    language,
    consensusThreshold,
    validUntil,
    unitCents,
    name: stageSlug,
    title: survey.title,
    status: 'assignable',
    rewardCents: computeReward(unitCents, prices.feePercent),
    guestsAllowed: terms.guestsAllowed,
    audience: terms.audience,
    minResponses,
    maxRepetitions: limitResponses(request),
    estimatedCostCents: unitCents * maxResponses,
    orderKey: newOrderKey(),
    run: pickRun(request),
    createdAt: now,
    updatedAt: now,
  };
}

/** Builds the place of a job that its run closed before it requested answers. No read shows it. */
export function newUnrequestedJob(
  {
    jobId: id,
    organizationId,
    ...run
  }: Pick<JobRun, 'runId' | 'stageId' | 'holdId'> & {
    readonly jobId: string;
    readonly organizationId: string;
  },
  now: Date,
): Job {
  return {
    ...fixedTerms,
    id,
    organizationId,
    projectId: '',
    surveyVersionId: '',
    language: 'en',
    consensusThreshold: undefined,
    validUntil: now,
    unitCents: 0,
    name: '',
    title: '',
    status: 'archived',
    rewardCents: 0,
    guestsAllowed: false,
    audience: 'organization',
    minResponses: 0,
    maxRepetitions: 0,
    estimatedCostCents: 0,
    run: {
      ...run,
      stageSlug: '',
      maxResponses: 0,
      areas: [],
      showsMaps: false,
      isOpen: false,
      answersCents: 0,
    },
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the number of slots that a request needs. */
export function limitResponses({ responsesRequested, terms }: ResponseRequest): number {
  return Math.min(responsesRequested, terms.maxResponses);
}

function pickRun({ runId, stageId, stageSlug, terms, areas, showsMaps }: ResponseRequest): JobRun {
  const { holdId, maxResponses } = terms;
  return { runId, stageId, stageSlug, holdId, maxResponses, areas, showsMaps, isOpen: true };
}

/** The terms that all jobs of runs have. */
const fixedTerms = {
  description: '',
  category: 'verification',
  autoAcceptHours: 0,
  blind: true,
  claimTtlMinutes,
  inputDataSetId: undefined,
  datasetVersionId: undefined,
  requiredQualifications: [],
  goldenTaskRatio: 0,
  grantsQualification: undefined,
  regionsRequested: false,
  estimatedMinutes: undefined,
  watcherIds: [],
  variantCount: 1,
  goldenCount: 0,
  goldenSlots: 0,
  goldenClaims: 0,
  releases: [],
  pendingHolds: [],
  hasDeletedFiles: false,
  hasSurplusSlots: false,
  isRejectionLimitLifted: false,
  extensionIds: [],
  createdBy: undefined,
  revision: 0,
} as const;
