import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { CrowdJobsServiceService } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { PendingAnswers } from '@assay/proto/crowd/v1/crowd_jobs_service';
import type { Deps } from '../deps.ts';
import { archiveJob } from '../domain/crowd/answer/archive-job.ts';
import { pauseJob, resumeJob, updateJob } from '../domain/crowd/job/change-job.ts';
import { createAndRead } from '../domain/crowd/job/create-and-read.ts';
import { estimateJob } from '../domain/crowd/job/estimate-job.ts';
import { extendJob } from '../domain/crowd/job/extend-job.ts';
import { getJob, listJobs, listTasks, readJob } from '../domain/crowd/job/get-job.ts';
import { liftRejectionLimit } from '../domain/crowd/answer/lift-rejection-limit.ts';
import type { Job } from '../domain/crowd/job/job.ts';
import { getStats } from '../domain/crowd/quality/get-stats.ts';
import { listConsensus } from '../domain/crowd/quality/list-consensus.ts';
import { readMethod, toConsensusPage, toStatsMessage } from './consensus-message.ts';
import {
  jobStatuses,
  readJobChanges,
  readOrder,
  toCreatedMessage,
  toEstimateMessage,
  toJobMessage,
  toListJobsResponse,
  toListTasksResponse,
} from './job-message.ts';

const show = async (deps: Deps, job: Job) => ({ job: toJobMessage(await readJob(deps, job)) });

export const crowdJobsRpcs: Rpcs<Deps, typeof CrowdJobsServiceService> = {
  createCrowdJob: async (deps, call, request) =>
    toCreatedMessage(await createAndRead(deps, call, readOrder(request, deps.clock.now()))),
  estimateCrowdJob: async (deps, call, request) =>
    toEstimateMessage(await estimateJob(deps, call, readOrder(request, deps.clock.now()))),
  listCrowdJobs: async (deps, call, { projectId, status, ...page }) =>
    toListJobsResponse(
      await listJobs(deps, call, {
        projectId: projectId === '' ? undefined : projectId,
        status: jobStatuses.read('status', status),
        page,
      }),
    ),
  getCrowdJob: async (deps, call, { jobId }) => ({ job: toJobMessage(await getJob(deps, call, jobId)) }),
  updateCrowdJob: async (deps, call, request) =>
    show(deps, await updateJob(deps, call, readJobChanges(request))),
  pauseCrowdJob: async (deps, call, { jobId }) => show(deps, await pauseJob(deps, call, jobId)),
  resumeCrowdJob: async (deps, call, { jobId }) => show(deps, await resumeJob(deps, call, jobId)),
  extendCrowdJob: async (deps, call, { jobId, additionalRepetitions, validUntil }) =>
    show(deps, await extendJob(deps, call, { jobId, additionalRepetitions, validUntil })),
  archiveCrowdJob: async (deps, call, { jobId, pendingAnswers }) =>
    show(
      deps,
      await archiveJob(deps, call, { jobId, acceptAll: pendingAnswers === PendingAnswers.ACCEPT_ALL }),
    ),
  listCrowdTasks: async (deps, call, { jobId, ...page }) =>
    toListTasksResponse(await listTasks(deps, call, { jobId, page })),
  getCrowdJobStats: async (deps, call, { jobId }) => toStatsMessage(await getStats(deps, call, jobId)),
  listCrowdConsensus: async (deps, call, { jobId, method, ...page }) =>
    toConsensusPage(await listConsensus(deps, call, { jobId, method: readMethod(method), page })),
  liftRejectionLimit: async (deps, call, { jobId, reason }) =>
    show(deps, await liftRejectionLimit(deps, call, { jobId, reason })),
};
