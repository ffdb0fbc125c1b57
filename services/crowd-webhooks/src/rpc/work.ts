import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import type { Deps } from '../deps.ts';
import { listOwnAnswers, readRewards } from '../domain/crowd/answer/list-answers.ts';
import { submitAnswer } from '../domain/crowd/answer/submit-answer.ts';
import { extendClaim, returnClaim } from '../domain/crowd/claim/end-claim.ts';
import { openClaim, showClaim } from '../domain/crowd/claim/show-claim.ts';
import { getWorkerJob, listWorkerJobs } from '../domain/crowd/job/list-worker-jobs.ts';
import {
  readSubmission,
  toClaimMessage,
  toClaimResponse,
  toOwnAnswersPage,
  toSubmitResponse,
  toWorkerJobDetails,
  toWorkerJobsPage,
} from './work-message.ts';

export const workRpcs: Rpcs<Deps, typeof WorkServiceService> = {
  listWorkerJobs: async (deps, call, page) => toWorkerJobsPage(await listWorkerJobs(deps, call, page)),
  getWorkerJob: async (deps, call, { jobId }) => toWorkerJobDetails(await getWorkerJob(deps, call, jobId)),
  claimTask: async (deps, call, { jobId, guestName }) =>
    toClaimResponse(await openClaim(deps, call, { jobId, guestName })),
  extendClaim: async (deps, call, { claimId }) => ({
    claim: toClaimMessage(await showClaim(deps, call, await extendClaim(deps, call, claimId))),
  }),
  returnClaim: (deps, call, { claimId }) => returnClaim(deps, call, claimId).then(() => ({})),
  submitAnswer: async (deps, call, request) =>
    toSubmitResponse(await submitAnswer(deps, call, readSubmission(request)), deps.clock.now()),
  listWorkerAnswers: async (deps, call, { jobId, ...page }) =>
    toOwnAnswersPage(
      await listOwnAnswers(deps, call, { jobId: jobId === '' ? undefined : jobId, page }),
      deps.clock.now(),
    ),
  getWorkerBalance: async (deps, call) => ({ ...(await readRewards(deps, call)), currency: 'EUR' }),
};
