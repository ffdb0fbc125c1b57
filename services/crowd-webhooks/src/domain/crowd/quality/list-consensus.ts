import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../../deps.ts';
import { findOwnJob } from '../job/check-job-access.ts';
import type { Job } from '../job/job.ts';
import { listDecidingQuestions } from '../task/stop-rule.ts';
import type { ComparedQuestion } from '../task/stop-rule.ts';
import { listCountedAnswers } from '../task/task.ts';
import type { Task } from '../task/task.ts';
import { computePosterior, estimateAccuracy } from '../statistics/bayes.ts';
import type { GoldenCounts } from '../statistics/bayes.ts';
import { aggregateByDawidSkene } from '../statistics/dawid-skene.ts';
import { findBest } from '../statistics/label.ts';
import type { Distribution, Label } from '../statistics/label.ts';
import { aggregateByMajority } from '../statistics/majority.ts';

export type ConsensusMethod = 'bayes' | 'majority' | 'dawid_skene';

/** The consensus about a variant. */
export interface VariantConsensus {
  readonly taskId: string;
  readonly variantIndex: number;
  /** The best value of each question, by its key. Null for a tie. */
  readonly value: Readonly<Record<string, string | boolean | null>>;
  /** The keys of the questions that tie. */
  readonly ties: readonly string[];
  /** The lowest probability of these values. Undefined without an answer. */
  readonly confidence: number | undefined;
  readonly method: ConsensusMethod;
  readonly responses: number;
  readonly weights: readonly { readonly workerId: string; readonly weight: number }[];
}

interface ConsensusQuery {
  readonly jobId: string;
  readonly method: ConsensusMethod;
  readonly page: Page;
}

/** Lists the consensus of each variant of a job, golden tasks apart. NOT_FOUND for a job of another organization. */
export async function listConsensus(
  deps: Pick<Deps, 'jobs' | 'tasks' | 'workers' | 'surveyVersions'>,
  call: CallContext,
  { jobId, method, page }: ConsensusQuery,
): Promise<PageOf<VariantConsensus>> {
  const job = await findOwnJob(deps, call, jobId);
  const questions = await readDecidingQuestions(deps, job);
  const { items: tasks, ...facts } = await deps.tasks.list(jobId, job.variantCount, page);
  const compared = method === 'dawid_skene' ? await readAllTasks(deps, job) : tasks;
  const golden = await readGoldenCounts(deps, job, tasks);
  const combined = questions.map((question) => ({
    question,
    distributions: combine(method, question, { tasks: compared, golden }),
  }));
  return { items: tasks.map((task) => describe(task, { method, combined, golden })), ...facts };
}

/** Reads the questions whose answers are compared. */
export async function readDecidingQuestions(
  { surveyVersions }: Pick<Deps, 'surveyVersions'>,
  job: Job,
): Promise<readonly ComparedQuestion[]> {
  const survey = await surveyVersions.findForJob(job);
  if (survey === undefined) throw notFound('survey version');
  return listDecidingQuestions(survey);
}

async function readAllTasks({ tasks }: Pick<Deps, 'tasks'>, { id }: Job): Promise<readonly Task[]> {
  const found: Task[] = [];
  for await (const task of tasks.readAll(id)) if (!task.isGolden) found.push(task);
  return found;
}

type GoldenByWorker = ReadonlyMap<string, GoldenCounts>;

async function readGoldenCounts(
  { workers }: Pick<Deps, 'workers'>,
  { organizationId }: Job,
  tasks: readonly Task[],
): Promise<GoldenByWorker> {
  const ids = new Set(tasks.flatMap((task) => listCountedAnswers(task).map(({ workerId }) => workerId)));
  const found = await workers.findMany(organizationId, [...ids]);
  return new Map(
    found.map(({ id, goldenCorrect: correct, goldenTotal: total }) => [id, { correct, total }] as const),
  );
}

interface Compared {
  readonly tasks: readonly Task[];
  readonly golden: GoldenByWorker;
}

function combine(
  method: ConsensusMethod,
  question: ComparedQuestion,
  { tasks, golden }: Compared,
): ReadonlyMap<string, Distribution> {
  const labels = tasks.flatMap((task) => listLabels(task, question.key)).toSorted(compareWorkers);
  if (method === 'majority') return aggregateByMajority(labels);
  if (method === 'dawid_skene') return labels.length === 0 ? new Map() : aggregateByDawidSkene(labels);
  const { options } = question;
  return new Map(
    [...Map.groupBy(labels, ({ taskId }) => taskId)].map(([taskId, own]) => [
      taskId,
      computePosterior(
        options,
        own.map(({ workerId, value }) => ({ value, accuracy: rate(golden, workerId, options.length) })),
      ),
    ]),
  );
}

/** Compares answers so that the order of their arrival changes no sum. */
function compareWorkers(one: Label, other: Label): number {
  if (one.workerId === other.workerId) return 0;
  return one.workerId < other.workerId ? -1 : 1;
}

function rate(golden: GoldenByWorker, workerId: string, optionCount: number): number {
  return estimateAccuracy(golden.get(workerId) ?? { correct: 0, total: 0 }, optionCount);
}

/** Lists the answers to a question of a task that count. */
export function listLabels(task: Task, key: string): readonly Label[] {
  return listCountedAnswers(task).flatMap(({ workerId, labels }) => {
    const value = labels?.[key];
    return value === undefined ? [] : [{ taskId: task.id, workerId, value }];
  });
}

interface Combined {
  readonly method: ConsensusMethod;
  readonly combined: readonly {
    readonly question: ComparedQuestion;
    readonly distributions: ReadonlyMap<string, Distribution>;
  }[];
  readonly golden: GoldenByWorker;
}

function describe(task: Task, { method, combined, golden }: Combined): VariantConsensus {
  const best = combined.flatMap(({ question: { key, options }, distributions }) => {
    const found = findBest(distributions.get(task.id) ?? new Map<string, number>());
    if (found === undefined) return [];
    return [{ key, value: readValue(options, found.value), confidence: found.confidence }];
  });
  const optionCount = combined[0]?.question.options.length ?? 2;
  const answers = listCountedAnswers(task);
  return {
    taskId: task.id,
    variantIndex: task.variantIndex,
    method,
    responses: answers.length,
    value: Object.fromEntries(best.map(({ key, value }) => [key, value])),
    ties: best.filter(({ value }) => value === null).map(({ key }) => key),
    confidence: best.length === 0 ? undefined : Math.min(...best.map(({ confidence }) => confidence)),
    weights: answers.map(({ workerId }) => ({ workerId, weight: rate(golden, workerId, optionCount) })),
  };
}

/** Returns the value of an option as an answer has it. Null for a tie. */
function readValue(options: readonly string[], value: string | undefined): string | boolean | null {
  if (value === undefined) return null;
  return options[0] === 'true' ? value === 'true' : value;
}
