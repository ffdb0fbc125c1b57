import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { CrowdJobsServiceService } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { one, page, shaped } from '../../answer.ts';
import { operation } from '../../operation.ts';
import type { Resource } from '../../operation.ts';
import { crowdAppeals } from './crowd-appeals.ts';
import { crowdWorkers } from './crowd-workers.ts';
import { exportCrowdAnswers } from './crowd-answer-export.ts';
import { acceptedAnswers, createdJob, crowdEstimate, crowdStats } from '../../shapes/crowd-job.ts';

const rpcs = CrowdJobsServiceService;
const answers = CrowdAnswersServiceService;
const path = '/v2/crowd-jobs' as const;
const jobPath = `${path}/:jobId` as const;
const answerPath = `${jobPath}/answers/:answerId` as const;
const money = ['INSUFFICIENT_BALANCE', 'SPEND_LIMIT_EXCEEDED'] as const;

export const crowdJobs: Resource = {
  tag: {
    name: 'Crowd jobs',
    description:
      'Surveys that people answer for each variant of a job. A job reserves its highest cost; each accepted answer is charged, and the money ' +
      'of slots that are no longer needed is released. A job with a `runId` is a stage of that verification run: the run opens its slots, holds its ' +
      'money and decides when it has enough answers, and each answer is accepted at once.',
  },
  operations: {
    createCrowdJob: operation(`POST ${path}`, rpcs.createCrowdJob, {
      summary: 'Create a crowd job',
      description:
        'Creates a job whose tasks workers can claim at once. The variants come from one of `inputDataSetId`, `datasetVersionId` and ' +
        '`fileIds`; without any the job has one. The lists of a group of input data go in step, other lists multiply. A job has at most ' +
        '100,000 slots. Files for guests or for `everyone` must be public ({FILE_NOT_PUBLIC}). With `maxCostCents`, a job that can cost ' +
        'more is refused with {MAX_COST_EXCEEDED} before money is reserved. The secrets of `webhooks` are shown only in this response.',
      status: 201,
      errors: ['MAX_COST_EXCEEDED', ...money, 'FILE_NOT_PUBLIC', 'VERSION_UNFINISHED', 'CONCURRENT_CHANGE'],
      answer: shaped(createdJob, 'The job and its webhooks.'),
    }),
    estimateCrowdJob: operation(`POST ${path}/estimate`, rpcs.estimateCrowdJob, {
      summary: 'Estimate the cost of a crowd job',
      description:
        'Returns the cost of the job that the same body would create. An answer costs its reward and the fee. Nothing is stored or reserved. A cost ' +
        'above `maxCostCents` is refused with {MAX_COST_EXCEEDED}, as in {createCrowdJob}; for a balance that is too low, `sufficient` is ' +
        'false.',
      errors: ['MAX_COST_EXCEEDED', 'FILE_NOT_PUBLIC', 'VERSION_UNFINISHED'],
      answer: shaped(crowdEstimate, 'The cost.'),
    }),
    listCrowdJobs: operation(`GET ${path}`, rpcs.listCrowdJobs, {
      summary: 'List crowd jobs',
      description: 'Lists the jobs of the organization, or of one project, newest first.',
      errors: ['CONCURRENT_CHANGE'],
      answer: page('jobs', 'A page of jobs.'),
    }),
    getCrowdJob: operation(`GET ${jobPath}`, rpcs.getCrowdJob, {
      summary: 'Read a crowd job',
      description: 'Returns the job with the numbers of its slots and its money, as they are now.',
      errors: ['CONCURRENT_CHANGE'],
      answer: one('job', 'The job.'),
    }),
    updateCrowdJob: operation(`PATCH ${jobPath}`, rpcs.updateCrowdJob, {
      summary: 'Change a crowd job',
      description:
        'Fields that are not sent keep their values. An archived job, a job of a run, and the end of an expired one cannot change ({JOB_STATE}).',
      errors: ['JOB_STATE', 'CONCURRENT_CHANGE'],
      answer: one('job', 'The job.'),
    }),
    pauseCrowdJob: operation(`POST ${jobPath}/pause`, rpcs.pauseCrowdJob, {
      summary: 'Pause a crowd job',
      description:
        'Stops new claims. Open claims can still be submitted. A repeated call changes nothing. A job of a run cannot be paused ({JOB_STATE}).',
      errors: ['JOB_STATE', 'CONCURRENT_CHANGE'],
      answer: one('job', 'The paused job.'),
    }),
    resumeCrowdJob: operation(`POST ${jobPath}/resume`, rpcs.resumeCrowdJob, {
      summary: 'Resume a crowd job',
      description:
        'Allows claims again. A job whose `validUntil` has passed, or of a run, cannot be resumed ({JOB_STATE}).',
      errors: ['JOB_STATE', 'CONCURRENT_CHANGE'],
      answer: one('job', 'The resumed job.'),
    }),
    extendCrowdJob: operation(`POST ${jobPath}/extend`, rpcs.extendCrowdJob, {
      summary: 'Extend a crowd job',
      description:
        'Adds repetitions to each variant and reserves their money first. The job is `assignable` afterwards. A job whose `validUntil` has ' +
        'passed needs a new one. Slots that were closed stay closed. A job of a run cannot be extended ({JOB_STATE}).',
      errors: ['JOB_STATE', ...money, 'CONCURRENT_CHANGE'],
      answer: one('job', 'The extended job.'),
    }),
    archiveCrowdJob: operation(`POST ${jobPath}/archive`, rpcs.archiveCrowdJob, {
      summary: 'Archive a crowd job',
      description:
        'Ends the job for good and releases the money of its free slots. Open claims can be submitted until they expire, and are paid. With ' +
        '`pendingAnswers` `accept_all` all answers that wait for review are accepted; otherwise they can still be reviewed. The open claims of a ' +
        'job of a run are withdrawn, and its stage ends.',
      errors: ['CONCURRENT_CHANGE'],
      answer: one('job', 'The archived job.'),
    }),
    listCrowdTasks: operation(`GET ${jobPath}/tasks`, rpcs.listCrowdTasks, {
      summary: 'List the tasks of a crowd job',
      description: 'Lists the variants of the job with their open claims and answers, the last one first.',
      errors: ['CONCURRENT_CHANGE'],
      answer: page('tasks', 'A page of tasks.'),
    }),
    getCrowdJobStats: operation(`GET ${jobPath}/stats`, rpcs.getCrowdJobStats, {
      summary: 'Read the statistics of a crowd job',
      description:
        'Returns the numbers of slots, the median time of an answer, the agreement of the answers (Krippendorff’s alpha, the mean over the ' +
        'questions with options) and the workers.',
      errors: ['CONCURRENT_CHANGE'],
      answer: shaped(crowdStats, 'The statistics.'),
    }),
    listCrowdConsensus: operation(`GET ${jobPath}/consensus`, rpcs.listCrowdConsensus, {
      summary: 'List the consensus of a crowd job',
      description:
        'Returns the best value of each variant with its probability, from answers that were accepted or wait for review; golden tasks apart. ' +
        '`bayes` weighs workers by their golden answers, `dawid_skene` by their agreement, `majority` counts. A question whose two best values ' +
        'are equally probable has the value null, and its key is in `ties`.',
      answer: page('consensus', 'A page of variants.'),
    }),
    liftCrowdRejectionLimit: operation(`POST ${jobPath}/rejection-limit/lift`, rpcs.liftRejectionLimit, {
      summary: 'Lift the rejection limit of a crowd job',
      description: 'Allows more rejections than 30 % of the answers of the job. The change is audited.',
      errors: ['CONCURRENT_CHANGE'],
      answer: one('job', 'The job.'),
    }),
    listCrowdAnswers: operation(`GET ${jobPath}/answers`, answers.listCrowdAnswers, {
      summary: 'List the answers to a crowd job',
      description:
        'Lists the answers, newest first. Workers have pseudonyms, which are the same in all jobs of the organization.',
      answer: page('answers', 'A page of answers.'),
    }),
    exportCrowdAnswers,
    ...crowdAppeals,
    ...crowdWorkers,
    getCrowdAnswer: operation(`GET ${answerPath}`, answers.getCrowdAnswer, {
      summary: 'Read an answer to a crowd job',
      description: 'Returns the answer with the input data that the worker saw.',
      answer: one('answer', 'The answer.'),
    }),
    acceptCrowdAnswer: operation(`POST ${answerPath}/accept`, answers.acceptCrowdAnswer, {
      summary: 'Accept an answer',
      description:
        'Accepts the answer for good and pays its worker. A repeated call changes nothing; a rejected answer is refused with {ANSWER_STATE}.',
      errors: ['ANSWER_STATE', 'CONCURRENT_CHANGE'],
      answer: one('answer', 'The accepted answer.'),
    }),
    rejectCrowdAnswer: operation(`POST ${answerPath}/reject`, answers.rejectCrowdAnswer, {
      summary: 'Reject an answer',
      description:
        'Rejects the answer. Its worker reads category and reason, and can appeal for 7 days; its slot is free again. When more than 5 and more ' +
        'than 30 % of the answers would be rejected, the call is refused with {REJECTION_LIMIT}. Answers to the job of a run cannot be rejected ({JOB_STATE}).',
      errors: ['ANSWER_STATE', 'JOB_STATE', 'REJECTION_LIMIT', 'CONCURRENT_CHANGE'],
      answer: one('answer', 'The rejected answer.'),
    }),
    undoCrowdRejection: operation(`POST ${answerPath}/undo`, answers.undoCrowdRejection, {
      summary: 'Undo the rejection of an answer',
      description:
        'Within 30 days, the answer waits for review again. It gets its slot back, or a new one whose money is reserved first.',
      errors: ['ANSWER_STATE', 'UNDO_EXPIRED', ...money, 'CONCURRENT_CHANGE'],
      answer: one('answer', 'The answer.'),
    }),
    acceptCrowdAnswers: operation(`POST ${jobPath}/answers/bulk-accept`, answers.acceptCrowdAnswers, {
      summary: 'Accept many answers',
      description:
        'Accepts the answers of `answerIds`, or with `allPending` up to 1,000 that wait for review; `remaining` says how many are left. Answers ' +
        'that cannot be accepted are in `skipped`.',
      errors: ['CONCURRENT_CHANGE'],
      answer: shaped(acceptedAnswers, 'The result.'),
    }),
  },
};
