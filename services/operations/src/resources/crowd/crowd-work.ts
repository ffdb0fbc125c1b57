import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { noContent, one, page, shaped } from '../../answer.ts';
import { operation } from '../../operation.ts';
import type { Operation } from '../../operation.ts';
import { workerBalance, workerJob } from '../../shapes/crowd-work.ts';

const rpcs = WorkServiceService;

/** The operations of people who work on crowd jobs. */
export const crowdWork: Readonly<Record<string, Operation>> = {
  listWorkerJobs: operation('GET /v2/worker/jobs', rpcs.listWorkerJobs, {
    summary: 'List the jobs you can work on',
    description:
      'Lists jobs with free tasks for which you qualify, newest first, at most 1,000: those of the organization and those for everyone.',
    answer: page('jobs', 'A page of jobs.'),
  }),
  getWorkerJob: operation('GET /v2/worker/jobs/:jobId', rpcs.getWorkerJob, {
    summary: 'Read a job you can work on',
    description: 'Returns the job as workers see it. No credential is needed if the job allows guests.',
    answer: shaped(workerJob, 'The job.'),
  }),
  claimTask: operation('POST /v2/crowd-jobs/:jobId/claims', rpcs.claimTask, {
    summary: 'Claim the next task of a job',
    description:
      'Returns the next task, which you can submit until `expiresAt`. If you have an open claim in the job, it is returned again with fresh ' +
      'links and status 200. If nothing is free, the call is refused with {NO_TASKS}. A call without a credential makes you a guest where the ' +
      'job allows guests: send `guestToken` as `Authorization: Bearer` from then on. You never get the same variant twice. While files are being prepared, `filesPending` is true: claim again after some seconds. ' +
      'A task that asks for a second judgement also has `areas` that other workers marked, and `maps` that programs made. ' +
      'Guests and members of other organizations see files only while they are `public`: a claim whose file is closed ends as withdrawn ' +
      '({CLAIM_WITHDRAWN}), and its slot is free. A link that was returned before works for at most 15 minutes. Guests of one client address can ' +
      'have 5 open claims of a job or a quarter of its slots, whichever is more ({ADDRESS_CLAIM_LIMIT}).',
    status: 201,
    errors: [
      ...(['NO_TASKS', 'WORKER_BLOCKED', 'NOT_QUALIFIED', 'GUEST_LIMIT', 'ADDRESS_CLAIM_LIMIT'] as const),
      ...(['CLAIM_WITHDRAWN', 'CONCURRENT_CHANGE'] as const),
    ],
    answer: {
      ...one('claim', 'The claim.'),
      otherwise: {
        status: 200,
        description: 'The claim that you have already.',
        when: ({ isNew }) => !isNew,
      },
    },
  }),
  extendClaim: operation('POST /v2/claims/:claimId/extend', rpcs.extendClaim, {
    summary: 'Extend a claim',
    description:
      'Gives you the time of a claim once more. A claim can be extended once ({CLAIM_EXTENDED}), and not by guests ({GUEST_EXTENSION}). The claim ' +
      'of a worker of another organization is withdrawn if its file is no longer `public` ({CLAIM_WITHDRAWN}).',
    errors: ['CLAIM_ENDED', 'CLAIM_EXTENDED', 'GUEST_EXTENSION', 'CLAIM_WITHDRAWN', 'CONCURRENT_CHANGE'],
    answer: one('claim', 'The claim.'),
  }),
  returnClaim: operation('DELETE /v2/claims/:claimId', rpcs.returnClaim, {
    summary: 'Return a claim',
    description: 'Gives the task back. Others can claim it at once.',
    errors: ['CLAIM_ENDED', 'CLAIM_WITHDRAWN', 'CONCURRENT_CHANGE'],
    answer: noContent('The claim is returned.'),
  }),
  submitAnswer: operation('POST /v2/claims/:claimId/answers', rpcs.submitAnswer, {
    summary: 'Submit an answer',
    description:
      'Submits the answers to the questions of the task. A repeated call returns the first answer with status 200, whatever its body; if its ' +
      'content differs, `thisSubmission.stored` is false. A required text needs a visible character. After the ' +
      'claim has expired or was returned, the call is refused with {CLAIM_ENDED}; after it was withdrawn, with {CLAIM_WITHDRAWN}. The value of a question has the form of its type: a text, an ' +
      'array of texts, a number, true or false, an array of regions or periods, or the id of a file. Regions are fractions of the file as displayed.',
    status: 201,
    errors: ['CLAIM_ENDED', 'CLAIM_WITHDRAWN', 'CONCURRENT_CHANGE'],
    maxBodyBytes: 262_144,
    answer: {
      ...one('answer', 'The answer.'),
      otherwise: {
        status: 200,
        description: 'The answer that the claim has already.',
        when: ({ isNew }) => !isNew,
      },
    },
  }),
  listWorkerAnswers: operation('GET /v2/worker/answers', rpcs.listWorkerAnswers, {
    summary: 'List your answers',
    description: 'Lists your answers with the reasons of rejections, newest first.',
    answer: page('answers', 'A page of answers.'),
  }),
  getWorkerBalance: operation('GET /v2/worker/balance', rpcs.getWorkerBalance, {
    summary: 'Read your rewards',
    description:
      'Returns your rewards in all organizations, without fees. Payment happens outside of the platform.',
    answer: shaped(workerBalance, 'The rewards.'),
  }),
};
