import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import type { Deps } from '../deps.ts';
import { submitAnswer } from '../domain/answer/submit-answer.ts';
import { claimTask } from '../domain/claim/claim-task.ts';
import { extendClaim, returnClaim } from '../domain/claim/end-claim.ts';
import { showClaim } from '../domain/claim/show-claim.ts';
import { getWorkerJob, listWorkerJobs } from '../domain/worker/list-worker-jobs.ts';
import { requirePerson } from '../domain/worker/person.ts';
import {
  readSubmission,
  toClaimMessage,
  toOwnAnswer,
  toOwnAnswersPage,
  toWorkerJobMessage,
} from './work-message.ts';

export const workRpcs: Rpcs<Deps, typeof WorkServiceService> = {
  async listWorkerJobs(deps, call, page) {
    const { items, total } = await listWorkerJobs(deps, call, page);
    return { jobs: items.map(toWorkerJobMessage), total };
  },
  async getWorkerJob(deps, call, { jobId }) {
    const found = await getWorkerJob(deps, call, jobId);
    const { introduction, job } = found;
    return { job: toWorkerJobMessage(found), introduction, guestsAllowed: job.guestsAllowed };
  },
  async claimTask(deps, call, { jobId, guestName }) {
    const claimed = await claimTask(deps, call, { jobId, guestName });
    return { claim: toClaimMessage(await showClaim(deps, call, claimed)), isNew: claimed.isNew };
  },
  extendClaim: async (deps, call, { claimId }) => ({
    claim: toClaimMessage(await showClaim(deps, call, await extendClaim(deps, call, claimId))),
  }),
  returnClaim: (deps, call, { claimId }) => returnClaim(deps, call, claimId).then(() => ({})),
  async submitAnswer(deps, call, request) {
    const { answer, isNew } = await submitAnswer(deps, call, readSubmission(request));
    return { answer: toOwnAnswer(answer, deps.clock.now()), isNew };
  },
  async listWorkerAnswers(deps, call, { jobId, ...page }) {
    const filter = { jobId: jobId === '' ? undefined : jobId };
    const found = await deps.answers.listOfPerson(requirePerson(call), filter, page);
    return toOwnAnswersPage(found, deps.clock.now());
  },
  async getWorkerBalance(deps, call) {
    const person = requirePerson(call);
    const { pending, earned } = await deps.answers.sumRewards(person, deps.clock.now());
    const earnedCents = earned + (await deps.earnings.sum(person));
    return { pendingCents: pending, earnedCents, currency: 'EUR' };
  },
};
