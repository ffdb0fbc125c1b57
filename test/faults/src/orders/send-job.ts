import type { OutgoingCall } from '@assay/chassis/call-context';
import { hours } from '@assay/chassis/units';
import { Audience } from '@assay/proto/crowd/v1/crowd_job';
import { ListCrowdTasksRequest, NewCrowdJob, PendingAnswers } from '@assay/proto/crowd/v1/crowd_jobs_service';
import type { JobTerms, Operation } from './model/operation.ts';
import { goldenRatio } from './model/state.ts';
import { callPatiently } from './organization/retry-calls.ts';
import type { Acting, Facts } from './acting.ts';

type OnJob = Extract<Operation, { kind: 'createJob' | 'pause' | 'resume' | 'extendJob' | 'archive' }>;

/** Sends a call about a job. */
export async function sendJob(acting: Acting, operation: OnJob, keyed: OutgoingCall): Promise<Facts> {
  const { jobs } = acting.clients;
  const { requester } = acting.organization;
  const jobId = acting.known.jobs.get(operation.job) ?? '';
  switch (operation.kind) {
    case 'createJob': {
      const { job } = await jobs.createCrowdJob(keyed, { job: buildJob(acting, operation.terms) });
      if (job === undefined) return {};
      await learnVariants(acting, job.id);
      return { id: job.id };
    }
    case 'pause':
      await jobs.pauseCrowdJob(requester, { jobId });
      return {};
    case 'resume':
      await jobs.resumeCrowdJob(requester, { jobId });
      return {};
    case 'extendJob': {
      const { repetitions: additionalRepetitions, validUntil } = operation;
      const end = validUntil === undefined ? undefined : new Date(validUntil);
      await jobs.extendCrowdJob(keyed, { jobId, additionalRepetitions, validUntil: end });
      return {};
    }
    case 'archive': {
      const { ACCEPT_ALL, LEAVE } = PendingAnswers;
      await jobs.archiveCrowdJob(requester, {
        jobId,
        pendingAnswers: operation.acceptsAll ? ACCEPT_ALL : LEAVE,
      });
      return {};
    }
  }
}

/** Reads the variants of the tasks of a job, unless its project was deleted meanwhile. */
async function learnVariants({ clients, organization, known }: Acting, jobId: string): Promise<void> {
  const request = ListCrowdTasksRequest.fromPartial({ jobId, limit: 10 });
  const { result } = await callPatiently(() => clients.jobs.listCrowdTasks(organization.requester, request));
  if (!('value' in result)) return;
  for (const { id, variantIndex } of result.value.tasks) known.variants.set(id, variantIndex);
}

function buildJob({ organization, now }: Acting, terms: JobTerms): NewCrowdJob {
  return NewCrowdJob.fromPartial({
    projectId: organization.projectId,
    name: 'Orders',
    title: 'Orders',
    description: 'Look.',
    surveyTemplateVersionId:
      terms.goldenVariants > 0 ? organization.goldenSurveyId : organization.surveyVersionId,
    ...buildInput(organization, terms),
    maxRepetitionsPerVariant: terms.repetitions,
    rewardCents: terms.rewardCents,
    autoAcceptHours: terms.autoAcceptHours,
    validUntil: new Date(now().getTime() + hours(terms.validHours)),
    guestsAllowed: terms.allowsGuests,
    goldenTaskRatio: terms.goldenVariants > 0 ? goldenRatio : undefined,
    consensusThreshold: terms.threshold,
    minResponses: terms.threshold === undefined ? undefined : terms.minResponses,
    audience: terms.isOpen ? Audience.EVERYONE : Audience.ORGANIZATION,
  });
}

function buildInput(
  { fileIds, datasetVersionId, inputDataId, goldenDataId }: Acting['organization'],
  { source, files, goldenVariants }: JobTerms,
) {
  if (source === 'files') return { fileIds: files.map((number) => fileIds[number] ?? '') };
  if (source === 'none') return {};
  if (source === 'dataset') return { datasetVersionId };
  return { inputDataSetId: goldenVariants > 0 ? goldenDataId : inputDataId };
}
