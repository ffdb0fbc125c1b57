import type { CallContext } from '@assay/chassis/call-context';
import { invalidField, notFound } from '@assay/chassis/errors';
import { hours } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { findOwnClaim } from '../claim/find-claim.ts';
import type { OwnClaim } from '../claim/find-claim.ts';
import { checkFilesOfClaim } from '../claim/withdraw-claim.ts';
import { claimEnded } from '../job/job-errors.ts';
import type { Job, JobRun } from '../job/job.ts';
import type { SurveyVersion } from '../survey/survey.ts';
import { readValues } from '../task/read-values.ts';
import { listDecidingQuestions } from '../task/stop-rule.ts';
import type { Task } from '../task/task.ts';
import { getProfile } from '../worker/profile.ts';
import type { WorkerProfile } from '../worker/worker-profile.ts';
import { rateQuality } from '../worker/qualifications.ts';
import type { Worker } from '../worker/worker.ts';
import type { Answer, AnswerRun, MarkedRegion, QuestionAnswer } from './answer.ts';
import { checkAnswers } from './check-answers.ts';
import { checkRegions } from './check-areas.ts';
import { completeSubmission, isInstant } from './complete-submission.ts';
import type { CompletionDeps } from './complete-submission.ts';
import { checkGolden } from '../survey/golden.ts';
import { hasSameContent } from './same-content.ts';
import type { SubmittedContent } from './same-content.ts';

export interface Submission extends SubmittedContent {
  readonly claimId: string;
}

export interface SubmittedAnswer {
  readonly answer: Answer;
  /** False if the claim had an answer already, which is returned whatever was sent now. */
  readonly isNew: boolean;
  /** False if other content was sent now than the answer has. */
  readonly isStored: boolean;
}

export type SubmitDeps = CompletionDeps & Pick<Deps, 'guests' | 'workerProfiles' | 'workLinks' | 'jobValues'>;

/**
 * Submits the answer to a claimed task. INVALID_ARGUMENT for answers that do not fit the survey; FAILED_PRECONDITION with reason CLAIM_ENDED
 * for a claim that has expired or was returned, and CLAIM_WITHDRAWN if outsiders may not see a file of the task any more; NOT_FOUND for a
 * claim of another worker.
 */
export async function submitAnswer(
  deps: SubmitDeps,
  call: CallContext,
  submission: Submission,
): Promise<SubmittedAnswer> {
  const { claimId } = submission;
  const own = await findOwnClaim(deps, call, claimId);
  const { state, expiresAt } = own.claim;
  const earlier = await deps.answers.find(claimId);
  if (earlier !== undefined) return repeat(deps, earlier, submission);
  if (state !== 'open' || expiresAt <= deps.clock.now()) throw claimEnded(own.claim);
  const job = await deps.jobs.find(own.task.jobId);
  if (job === undefined) throw notFound('claim');
  const { participant, task } = own;
  await checkFilesOfClaim(deps, call, { job, participant, claimId, fileIds: task.variant.fileIds });
  const facts = { ...(await getProfile(deps, call)), deviceType: call.deviceType };
  const answer = await buildAnswer(deps, own, { job, submission, facts });
  if (await deps.answers.insert(answer)) {
    return { ...(await complete(deps, answer)), isNew: true, isStored: true };
  }
  const first = await deps.answers.find(claimId);
  if (first === undefined) throw claimEnded();
  return repeat(deps, first, submission);
}

async function repeat(deps: SubmitDeps, answer: Answer, submission: Submission): Promise<SubmittedAnswer> {
  const facts = { isNew: false, isStored: hasSameContent(answer, submission) };
  if (answer.status !== 'submitting') return { answer, ...facts };
  return { ...(await complete(deps, answer)), ...facts };
}

async function complete(deps: SubmitDeps, submitted: Answer): Promise<{ readonly answer: Answer }> {
  const answer = await completeSubmission(deps, submitted);
  if (answer !== 'refused') return { answer };
  const task = await deps.tasks.findByClaim(submitted.id);
  throw claimEnded(task?.claims.find(({ id }) => id === submitted.id));
}

interface Submitted {
  readonly job: Job;
  readonly submission: Submission;
  readonly facts: WorkerProfile & Pick<CallContext, 'deviceType'>;
}

async function buildAnswer(
  deps: SubmitDeps,
  { claim, task, participant }: OwnClaim,
  { job, submission: { answers, regions }, facts }: Submitted,
): Promise<Answer> {
  const survey = await deps.surveyVersions.findForJob(job);
  if (survey === undefined) throw notFound('claim');
  const { fileIds, fileNames = [] } = task.variant;
  const values = await readValues(deps, task);
  checkAnswers({ questions: survey.questions, fileIds }, answers);
  checkFreeRegions(job, regions, fileIds);
  const submittedAt = deps.clock.now();
  const golden = checkGolden(survey.questions, values, answers);
  const worker = await deps.workers.find(job.organizationId, participant.workerId);
  return {
    ...pickJob(job, task),
    ...(job.run && { run: buildRun(job.run, survey, worker) }),
    id: claim.id,
    taskId: task.id,
    variantIndex: task.variantIndex,
    isGolden: task.isGolden,
    repetitionIndex: claim.repetitionIndex,
    claimedAt: claim.claimedAt,
    submittedAt,
    workerId: participant.workerId,
    personKey: participant.personKey,
    isGuest: participant.isGuest,
    status: 'submitting',
    answers: describeAnswers(survey, answers),
    regions: [
      ...listRegions(survey, answers),
      ...regions.map((region) => ({ ...region, questionKey: undefined })),
    ],
    attentionChecksPassed: golden.total === 0 ? undefined : golden.correct === golden.total,
    goldenTotal: golden.total,
    goldenCorrect: golden.correct,
    workerMetadata: {
      language: facts.language,
      country: facts.country,
      deviceType: facts.deviceType,
      completedTasks: worker?.completedTasks ?? 0,
      qualityScore: worker === undefined ? undefined : rateQuality(worker),
      qualifications: worker?.qualifications ?? {},
    },
    inputDataSnapshot: values,
    fileIds,
    fileNames,
    autoAccepted: false,
    review: undefined,
    appeal: undefined,
    revision: 0,
    autoAcceptAt: new Date(submittedAt.getTime() + hours(isInstant(job) ? 0 : job.autoAcceptHours)),
  };
}

function pickJob(
  { id: jobId, organizationId, projectId, title: jobTitle, rewardCents, unitCents, run }: Job,
  { isGolden }: Pick<Task, 'isGolden'>,
) {
  // A run does not pay for golden tasks: the fee carries them.
  const chargedCents = run !== undefined && isGolden ? 0 : unitCents;
  return { jobId, organizationId, projectId, jobTitle, rewardCents, unitCents: chargedCents };
}

function buildRun(
  { runId, stageId, stageSlug, holdId }: JobRun,
  survey: SurveyVersion,
  { goldenTotal: goldTotal = 0, goldenCorrect: goldCorrect = 0 }: Partial<Worker> = {},
): AnswerRun {
  const decidingKey = listDecidingQuestions(survey)[0]?.key ?? '';
  return { runId, stageId, stageSlug, holdId, decidingKey, goldTotal, goldCorrect };
}

function checkFreeRegions(
  { regionsRequested }: Job,
  regions: Submission['regions'],
  fileIds: readonly string[],
): void {
  if (regions.length === 0) return;
  if (!regionsRequested) {
    throw invalidField('regions', 'The job has no regions apart from those of its questions.');
  }
  const problem = checkRegions(regions, fileIds);
  if (problem !== undefined) throw invalidField('regions', `\`regions\` ${problem}.`);
}

function describeAnswers(
  { questions }: SurveyVersion,
  answers: readonly QuestionAnswer[],
): Answer['answers'] {
  return questions.flatMap(({ key, type: questionType, options }) => {
    const answer = answers.find(({ questionKey }) => questionKey === key);
    if (answer?.value === null || answer?.value === undefined) return [];
    const label = options.find(({ value }) => value === answer.value)?.label;
    return [{ questionKey: key, questionType, value: answer.value, label }];
  });
}

/** Lists the regions and periods that answer questions. */
function listRegions(
  { questions }: SurveyVersion,
  answers: readonly QuestionAnswer[],
): readonly MarkedRegion[] {
  return questions
    .filter(({ type }) => type === 'region' || type === 'time_range')
    .flatMap(({ key: questionKey }) => {
      const value = answers.find((answer) => answer.questionKey === questionKey)?.value;
      return Array.isArray(value) ? value.map((item: object) => ({ ...item, questionKey })) : [];
    });
}
