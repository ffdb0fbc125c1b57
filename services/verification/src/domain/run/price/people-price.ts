import type { Run } from '../run.ts';

/** Returns the price of the answers that a run has taken, in euro cents. */
export function priceAnswers({ stages, crowd }: Pick<Run, 'stages' | 'crowd'>): number {
  if (crowd?.unpaid === true) return 0;
  return stages.reduce((sum, { task, responses = [] }) => {
    return sum + (task?.kind === 'ask' ? responses.length * task.unitCents : 0);
  }, 0);
}

/** Returns the highest price of the answers of a run, in euro cents, as its stages say. */
export function priceMaxAnswers({ stages, crowd }: Pick<Run, 'stages' | 'crowd'>): number {
  if (crowd?.unpaid === true) return 0;
  return stages.reduce(
    (sum, { task }) => sum + (task?.kind === 'ask' ? task.maxResponses * task.unitCents : 0),
    0,
  );
}
