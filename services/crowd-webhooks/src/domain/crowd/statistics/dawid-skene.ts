import type { Distribution, Label } from './label.ts';
import { aggregateByMajority } from './majority.ts';

const maxIterations = 100;
const tolerance = 1e-5;
/** Keeps probabilities above 0, so that their logarithms are finite. */
const smallest = 1e-10;

/** A distribution over all options as an array, in the order of the options. */
type Row = number[];

interface Model {
  readonly probabilities: ReadonlyMap<string, Row>;
  readonly priors: Row;
  /** The probability of each answer of each worker if an option is the true one, in the order of the options. */
  readonly errors: ReadonlyMap<string, ReadonlyMap<string, Row>>;
}

/**
 * Estimates the true option of each task and the errors of each worker at the same time (Dawid and Skene, 1979), by expectation
 * maximization from the majority, as crowd-kit does.
 */
export function aggregateByDawidSkene(labels: readonly Label[]): ReadonlyMap<string, Distribution> {
  const options = [...new Set(labels.map(({ value }) => value))].sort();
  const tasks = Map.groupBy(labels, ({ taskId }) => taskId);
  const majority = aggregateByMajority(labels);
  const rows = [...majority].map(
    ([taskId, shares]) => [taskId, options.map((value) => shares.get(value) ?? 0)] as const,
  );
  let model = maximize(labels, new Map(rows));
  let bound = -Infinity;
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    model = maximize(labels, expect(tasks, model));
    const next = computeLowerBound(labels, model) / labels.length;
    if (next - bound < tolerance) break;
    bound = next;
  }
  return new Map(
    [...model.probabilities].map(([taskId, row]) => [
      taskId,
      new Map(options.map((value, index) => [value, row[index] ?? 0])),
    ]),
  );
}

/** Estimates the priors and the errors of the workers from the probabilities of the tasks. */
function maximize(labels: readonly Label[], probabilities: ReadonlyMap<string, Row>): Model {
  const size = [...probabilities.values()][0]?.length ?? 0;
  const priors = average([...probabilities.values()], size);
  const errors = new Map<string, Map<string, Row>>();
  for (const { taskId, workerId, value } of labels) {
    const answers = errors.get(workerId) ?? new Map<string, Row>();
    errors.set(workerId, answers);
    answers.set(value, add(answers.get(value) ?? emptyRow(size), probabilities.get(taskId) ?? []));
  }
  for (const answers of errors.values()) normalizeColumns(answers, size);
  return { probabilities, priors, errors };
}

/** Estimates the probabilities of the tasks from the priors and the errors of the workers. */
function expect(
  tasks: ReadonlyMap<string, readonly Label[]>,
  { priors, errors }: Model,
): ReadonlyMap<string, Row> {
  const logPriors = priors.map((prior) => Math.log(Math.max(prior, smallest)));
  return new Map(
    [...tasks].map(([taskId, answers]) => {
      const logs = answers.reduce((sum: Row, { workerId, value }) => {
        const row = errors.get(workerId)?.get(value) ?? [];
        return sum.map((log, index) => log + Math.log(row[index] ?? smallest));
      }, logPriors);
      const largest = Math.max(...logs);
      const scaled = logs.map((log) => Math.exp(log - largest));
      const total = scaled.reduce((sum, value) => sum + value, 0);
      return [taskId, scaled.map((value) => value / total)];
    }),
  );
}

/** The lower bound of the evidence, which grows with each iteration. */
function computeLowerBound(labels: readonly Label[], { probabilities, priors, errors }: Model): number {
  let bound = 0;
  const logPriors = priors.map((prior) => Math.log(Math.max(prior, smallest)));
  for (const { taskId, workerId, value } of labels) {
    const row = errors.get(workerId)?.get(value) ?? [];
    for (const [index, probability] of (probabilities.get(taskId) ?? []).entries()) {
      bound += probability * (Math.log(row[index] ?? smallest) + (logPriors[index] ?? 0));
    }
  }
  for (const row of probabilities.values()) {
    for (const probability of row) {
      const clipped = Math.max(probability, smallest);
      bound -= clipped * Math.log(clipped);
    }
  }
  return bound;
}

function normalizeColumns(answers: Map<string, Row>, size: number): void {
  const clipped = [...answers].map(
    ([value, row]) => [value, row.map((cell) => Math.max(cell, smallest))] as const,
  );
  const sums = clipped.reduce((total, [, row]) => add(total, row), emptyRow(size));
  for (const [value, row] of clipped)
    answers.set(
      value,
      row.map((cell, index) => cell / (sums[index] ?? 1)),
    );
}

function average(rows: readonly Row[], size: number): Row {
  return rows.reduce((sum, row) => add(sum, row), emptyRow(size)).map((sum) => sum / rows.length);
}

function add(left: Row, right: Row): Row {
  return left.map((value, index) => value + (right[index] ?? 0));
}

function emptyRow(size: number): Row {
  return new Array<number>(size).fill(0);
}
