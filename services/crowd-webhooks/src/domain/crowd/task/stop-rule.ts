import type { Deps } from '../../../deps.ts';
import type { Job } from '../job/job.ts';
import { estimateAccuracy } from '../statistics/bayes.ts';
import { isDecided } from '../statistics/consensus.ts';
import type { Question, SurveyContent } from '../survey/survey.ts';
import type { Worker } from '../worker/worker.ts';
import { closeUnusedSlots, openSlots } from './change-task.ts';
import { countSlots, listCountedAnswers } from './task.ts';
import type { Claim, Task } from './task.ts';

/** Returns true if the job closes its slots as soon as the answers agree. The run decides that for its jobs. */
export function stopsEarly({ consensusThreshold, run }: Pick<Job, 'consensusThreshold' | 'run'>): boolean {
  return consensusThreshold !== undefined && run === undefined;
}

/** A question whose answers are compared: its options as texts. */
export interface ComparedQuestion {
  readonly key: string;
  readonly options: readonly string[];
}

/** Lists the questions that decide whether a variant has enough answers: single choices and booleans. */
export function listDecidingQuestions({
  questions,
}: Pick<SurveyContent, 'questions'>): readonly ComparedQuestion[] {
  return questions.flatMap((question) => {
    const options = listOptions(question);
    return options === undefined ? [] : [{ key: question.key, options }];
  });
}

function listOptions({ type, options }: Question): readonly string[] | undefined {
  if (type === 'boolean') return ['true', 'false'];
  return type === 'single_choice' ? options.map(({ value }) => value) : undefined;
}

/** The facts by which a job with a threshold stops early. */
export interface StopFacts {
  readonly job: Job;
  readonly questions: readonly ComparedQuestion[];
  readonly workers: ReadonlyMap<string, Worker>;
}

/** Closes the slots of a task that is decided; opens one more slot of a task that is not and has no free or open one. */
export function applyStopRule(task: Task, { job, questions, workers }: StopFacts): Task {
  const { consensusThreshold: threshold, minResponses } = job;
  if (threshold === undefined || task.isGolden) return task;
  const answers = listCountedAnswers(task);
  const rule = { threshold, minResponses, maxResponses: task.slots - task.closed };
  const decided = questions.every(({ key, options }) =>
    isDecided(options, weighAnswers(answers, { key, options }, workers), rule),
  );
  if (decided && answers.length >= minResponses) return closeUnusedSlots(task);
  const { free, open } = countSlots(task);
  return free + open === 0 ? openSlots(task, 1) : task;
}

function weighAnswers(
  answers: readonly Claim[],
  { key, options }: ComparedQuestion,
  workers: ReadonlyMap<string, Worker>,
) {
  return answers.flatMap(({ workerId, labels }) => {
    const value = labels?.[key];
    if (value === undefined) return [];
    const { goldenCorrect: correct = 0, goldenTotal: total = 0 } = workers.get(workerId) ?? {};
    return [{ value, accuracy: estimateAccuracy({ correct, total }, options.length) }];
  });
}

/** Reads the facts for a task. Undefined for a job that does not stop early. */
export async function readStopFacts(
  { workers, surveyVersions }: Pick<Deps, 'workers' | 'surveyVersions'>,
  job: Job,
  task: Task,
): Promise<StopFacts | undefined> {
  if (!stopsEarly(job) || task.isGolden) return undefined;
  const survey = await surveyVersions.findForJob(job);
  const ids = [...new Set(listCountedAnswers(task).map(({ workerId }) => workerId))];
  const found = await workers.findMany(job.organizationId, ids);
  return {
    job,
    questions: survey === undefined ? [] : listDecidingQuestions(survey),
    workers: new Map(found.map((worker) => [worker.id, worker])),
  };
}
