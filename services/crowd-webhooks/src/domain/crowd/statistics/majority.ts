import { normalize } from './label.ts';
import type { Distribution, Label } from './label.ts';

/** Counts the answers to each task. The share of an option is its probability. */
export function aggregateByMajority(labels: readonly Label[]): ReadonlyMap<string, Distribution> {
  const tasks = Map.groupBy(labels, ({ taskId }) => taskId);
  return new Map([...tasks].map(([taskId, answers]) => [taskId, normalize(countValues(answers))]));
}

function countValues(labels: readonly Label[]): ReadonlyMap<string, number> {
  const groups = Map.groupBy(labels, ({ value }) => value);
  return new Map([...groups].map(([value, group]) => [value, group.length]));
}
