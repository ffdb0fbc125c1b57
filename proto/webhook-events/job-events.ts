import type { WebhookEvent } from './event.ts';
import { dateTime, ids, integer, object, optionalText, text } from './schemas.ts';

const jobFields = {
  jobId: text('The crowd job.'),
  title: text('The title that workers see.'),
  status: text('The status of the job after the event.'),
  category: text('The category of the job.'),
  projectId: text('The project of the job.'),
};
const jobExample = {
  jobId: ids.job,
  title: 'Is this image of a flood?',
  status: 'assignable',
  category: 'survey',
  projectId: ids.project,
};

const jobEvent = (name: string, description: string, status: string): WebhookEvent => ({
  name,
  scope: 'job',
  description,
  schema: object(jobFields),
  example: { ...jobExample, status },
});

const previousStatus = text('The status of the job before the event.');

const endEvent = (name: string, description: string, status: string): WebhookEvent => ({
  name,
  scope: 'job',
  description,
  schema: object({ ...jobFields, previousStatus }),
  example: { ...jobExample, status, previousStatus: 'assignable' },
});

const answerFields = {
  answerId: text('The answer.'),
  jobId: text('The crowd job.'),
  taskId: text('The task.'),
  workerId: text('The pseudonym of the worker in the organization.'),
  guestWorkerId: optionalText('The guest. Null for a worker who is signed in.'),
};
const answerExample = {
  answerId: ids.answer,
  jobId: ids.job,
  taskId: ids.task,
  workerId: ids.worker,
  guestWorkerId: null,
};
const submittedAt = '2026-11-03T10:15:12.000Z';

const reviewFields = {
  ...answerFields,
  reviewedById: text('The person who decided.'),
  rejectionReason: optionalText('The reason for the worker. Null for an accepted answer.'),
  rejectionCategory: optionalText('The kind of reason. Null for an accepted answer.'),
};

const workerMetadata = object({
  language: optionalText('The language of the worker.'),
  country: optionalText('The country of the worker, as in ISO 3166-1 alpha-2.'),
  deviceType: optionalText('The kind of device.'),
  completedTasks: integer('The number of tasks that the worker has completed.'),
  qualityScore: { type: ['number', 'null'], description: 'The accuracy of the worker, from 0 to 1.' },
  qualifications: { type: 'object', description: 'The qualifications of the worker.' },
});

const fullAnswer = object({
  id: text('The answer again, as in the list of answers.'),
  answerId: answerFields.answerId,
  jobId: answerFields.jobId,
  jobTitle: text('The title of the job.'),
  taskId: answerFields.taskId,
  variantIndex: integer('The index of the variant.'),
  repetitionIndex: integer('The index of the answer within its variant, from 0.'),
  workerId: answerFields.workerId,
  guestWorkerId: answerFields.guestWorkerId,
  status: text('The status of the answer.'),
  claimedAt: dateTime('The time of the claim.'),
  submittedAt: dateTime('The time of the answer.'),
  durationSeconds: integer('The seconds between claim and answer.'),
  answers: {
    type: 'array',
    description: 'The answers to the questions.',
    items: object({
      questionKey: text('The key of the question.'),
      questionType: text('The type of the question.'),
      value: { description: 'The answer.' },
      label: optionalText('The text of the selected option.'),
    }),
  },
  regions: { type: 'array', description: 'The marked regions.', items: { type: 'object' } },
  attentionChecksPassed: {
    type: ['boolean', 'null'],
    description: 'False if a question with a known answer was answered differently. Null without one.',
  },
  workerMetadata,
  inputDataSnapshot: { type: ['object', 'null'], description: 'The input data that the worker saw.' },
  autoAccepted: { type: 'boolean', description: 'True if no person accepted the answer.' },
  reviewedById: optionalText('The person who decided. Null before the decision.'),
  reviewedAt: { type: ['string', 'null'], format: 'date-time', description: 'The time of the decision.' },
  rejectionCategory: optionalText('The kind of reason.'),
  rejectionReason: optionalText('The reason for the worker.'),
  acceptanceNote: optionalText('The note for the worker.'),
  rewardCents: integer('The reward, in euro cents.'),
  feedback: { type: 'null', description: 'Always null.' },
  displayName: optionalText('The name that the guest chose, which is not checked.'),
  selfReviewed: { type: 'boolean', description: 'True if the reviewer is the worker.' },
  golden: { type: 'boolean', description: 'True for an answer to a golden task.' },
  fileIds: { type: 'array', description: 'The files of the task.', items: { type: 'string' } },
  fileNames: {
    type: 'array',
    description: 'The names of the files, in the same order.',
    items: { type: 'string' },
  },
  runId: optionalText('The run whose stage is the job. Null for others.'),
  stageSlug: optionalText('The stage of the run. Null for others.'),
});

const fullAnswerExample = {
  id: ids.answer,
  answerId: ids.answer,
  jobId: ids.job,
  jobTitle: jobExample.title,
  taskId: ids.task,
  variantIndex: 0,
  repetitionIndex: 0,
  workerId: ids.worker,
  guestWorkerId: null,
  status: 'pending_review',
  claimedAt: '2026-11-03T10:14:30.000Z',
  submittedAt,
  durationSeconds: 42,
  answers: [{ questionKey: 'flood', questionType: 'boolean', value: true, label: null }],
  regions: [],
  attentionChecksPassed: null,
  workerMetadata: {
    language: 'de',
    country: 'AT',
    deviceType: 'desktop',
    completedTasks: 31,
    qualityScore: 0.94,
    qualifications: {},
  },
  inputDataSnapshot: null,
  autoAccepted: false,
  reviewedById: null,
  reviewedAt: null,
  rejectionCategory: null,
  rejectionReason: null,
  acceptanceNote: null,
  rewardCents: 25,
  feedback: null,
  displayName: null,
  selfReviewed: false,
  golden: false,
  fileIds: [ids.file],
  fileNames: ['IMG_0231.jpg'],
  runId: null,
  stageSlug: null,
};

/** The events of crowd jobs and their answers. */
export const jobEvents: readonly WebhookEvent[] = [
  jobEvent('job.created', 'The job was created.', 'assignable'),
  jobEvent('job.paused', 'A person paused the job.', 'paused'),
  jobEvent('job.resumed', 'A person resumed the paused job.', 'assignable'),
  endEvent(
    'job.no_tasks',
    'Every remaining slot is a claim in progress or an answer that awaits review: nothing can be claimed, and the job is not finished.',
    'no_tasks',
  ),
  endEvent('job.finished', 'Accepted answers and answers that await review reach `maxSlots`.', 'finished'),
  endEvent('job.expired', '`validUntil` passed while the job could still be worked on.', 'expired'),
  jobEvent('job.archived', 'The job was archived.', 'archived'),
  {
    name: 'job.extended',
    scope: 'job',
    description: 'The job got further repetitions.',
    schema: object({
      ...jobFields,
      additionalRepetitions: integer('The number of new repetitions of each variant.'),
      newMaxRepetitionsPerVariant: integer('The new number of repetitions of each variant.'),
    }),
    example: { ...jobExample, additionalRepetitions: 2, newMaxRepetitionsPerVariant: 5 },
  },
  {
    name: 'answer.received',
    scope: 'job',
    description: 'A worker submitted an answer. The body has identifiers only.',
    schema: object({
      ...answerFields,
      submittedAt: dateTime('The time of the answer.'),
      variantIndex: integer('The index of the variant.'),
    }),
    example: { ...answerExample, submittedAt, variantIndex: 0 },
  },
  {
    name: 'answer.received.full',
    scope: 'job',
    description: 'A worker submitted an answer. The body has the whole answer, as a row of the export.',
    schema: fullAnswer,
    example: fullAnswerExample,
  },
  {
    name: 'answer.accepted',
    scope: 'job',
    description: 'A person accepted an answer. Automatic acceptance has no event.',
    schema: object({ ...reviewFields, acceptanceNote: text('The note for the worker, if there is one.') }, [
      'acceptanceNote',
    ]),
    example: {
      ...answerExample,
      reviewedById: ids.reviewer,
      rejectionReason: null,
      rejectionCategory: null,
      acceptanceNote: 'Thank you for the precise region.',
    },
  },
  {
    name: 'answer.rejected',
    scope: 'job',
    description: 'A person rejected an answer.',
    schema: object(reviewFields),
    example: {
      ...answerExample,
      reviewedById: ids.reviewer,
      rejectionReason: 'All answers of this task are the first option.',
      rejectionCategory: 'low_effort',
    },
  },
];
